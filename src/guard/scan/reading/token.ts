/** A word of a view. `at` counts words, and more at the end of a sentence. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly at: number;
  /** Of the sentence it stands in. */
  readonly sentence: number;
  /** What its shape says it is; null: a word. */
  readonly shape: 'address' | 'secretPlace' | null;
  /** It was not written as it is to be read. */
  readonly isRespelt: boolean;
}
