type Given = NonNullable<RequestInit['headers']>;

/**
 * The `Headers` of fetch without fetch: naming the class of the platform loads all of Node's HTTP client, which is a
 * tenth of the time to the first request. Names are in lower case and come in their order, values are trimmed. What may
 * stand in a name or value is checked by node:http, which sends them.
 */
export class PlainHeaders implements Headers {
  readonly #values = new Map<string, string>();

  constructor(given: Given = []) {
    for (const [name = '', value = ''] of toPairs(given)) this.append(name, value);
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    if (before === null) this.set(name, value);
    else this.#values.set(name.toLowerCase(), `${before}, ${value.trim()}`);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value.trim());
  }

  getSetCookie(): string[] {
    const cookies = this.get('set-cookie');
    return cookies === null ? [] : [cookies];
  }

  forEach(visit: (value: string, name: string, all: Headers) => void): void {
    for (const [name, value] of this) visit(value, name, this);
  }

  keys(): IterableIterator<string> {
    return this.#sorted()
      .map(([name]) => name)
      .values();
  }

  values(): IterableIterator<string> {
    return this.#sorted()
      .map(([, value]) => value)
      .values();
  }

  entries(): IterableIterator<[string, string]> {
    return this.#sorted().values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  #sorted(): [string, string][] {
    return [...this.#values].toSorted(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** Whatever fetch takes as headers, as pairs. */
const toPairs = (given: Given): Iterable<readonly (string | undefined)[]> =>
  Symbol.iterator in given ? given : Object.entries(given);
