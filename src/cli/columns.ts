/** Rows of up to three cells as aligned columns; a very long cell does not push the others away. */
export function toColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const width = (column: number): number => Math.min(44, Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const widths = [width(0), width(1)];
  return rows.map(
    (row) => `  ${row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  ')}`,
  );
}
