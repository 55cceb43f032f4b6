import type { Near, Place } from './near.ts';

/** What a rule says of a text; how much that weighs, each rule set has its own words for. */
export interface Rule<S extends string> {
  readonly id: string;
  readonly severity: S;
  /** Completes "a text that ...". */
  readonly says: string;
  /** Any of these meanings. */
  readonly near?: readonly Near[];
  /** Any of these shapes, on the view. Vetted: linear in the length of the text. */
  readonly shapes?: readonly RegExp[];
  /** The same on the original text, for invisible characters, which a view no longer has. */
  readonly raw?: readonly RegExp[];
  /** Its places in the original text, for what is no native pattern. */
  readonly find?: (text: string) => Iterable<Place>;
  /** What it finds is not to be quoted. */
  readonly hides?: true;
  /** An order to a machine that is spoken to by name. */
  readonly addressed?: true;
  /** A question about it is no order. */
  readonly asks?: true;
  /** What shows that a text only speaks of it: quotation and subject together (absent), one of them, or nothing. */
  readonly toldBy?: 'either' | 'nothing';
}
