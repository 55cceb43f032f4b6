/** What a person needs to know of one key; `<name>` stands for any name. The reference page is made of this table. */
export interface ConfigKey {
  readonly key: string;
  /** Completes "must be ...". */
  readonly takes: string;
  /** Of a list: the same for each entry. */
  readonly entry?: string;
  /** The default as YAML; null when there is none. */
  readonly fallback: string | null;
  readonly says: string;
  /** How layers are put together: the nearest to the person counts, lists unite, or each entry stands for itself. */
  readonly merge: 'nearest' | 'unite' | 'every';
  /** Which value is the looser one: a lower layer cannot set it against the system file. Null: none is. */
  readonly looser: string | null;
  /** Whether a project's file may set it, and with what limit. */
  readonly project: string | null;
  /** The key that replaces this one. */
  readonly replacedBy?: string;
  /** A wrong value is not repeated in messages: it may hold a key. */
  readonly secret?: true;
}
