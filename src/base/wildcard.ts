const cache = new Map<string, RegExp>();

/**
 * A pattern in which `*` is any run of characters (also none) and everything else is itself.
 * Case-sensitive, over the whole text. Linear in practice: `*` compiles to a lazy run without nesting.
 */
export function compileWildcard(pattern: string): RegExp {
  let compiled = cache.get(pattern);
  if (compiled === undefined) {
    const body = pattern
      .replace(/\*+/g, '*')
      .split('*')
      .map((literal) => literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .join('[^]*?');
    compiled = new RegExp(`^${body}$`);
    cache.set(pattern, compiled);
  }
  return compiled;
}

export const matchesWildcard = (pattern: string, text: string): boolean => compileWildcard(pattern).test(text);
