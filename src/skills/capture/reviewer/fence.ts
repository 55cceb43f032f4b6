/** Evidence between two lines that nobody who wrote it can know. */
export const toFence = (
  kind: 'skill' | 'names' | 'proposed' | 'transcript',
  nonce: string,
  text: string,
  name?: string,
): string => {
  const of = name === undefined ? '' : ` name="${name.replaceAll(/[^\p{L}\p{N}_-]/gu, '_').slice(0, 100)}"`;
  return [`<${kind} ${nonce}${of}>`, text.trimEnd(), `</${kind} ${nonce}>`].join('\n');
};
