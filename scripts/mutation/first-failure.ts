/** A reporter that ends the run at the first failing test: one is enough to notice a change. */
export default async function* endAtFirstFailure(
  source: AsyncIterable<{ readonly type: string }>,
): AsyncGenerator<string> {
  for await (const { type } of source) if (type === 'test:fail') process.exit(1);
  yield '';
}
