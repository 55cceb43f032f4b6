import type { Root } from '../search/root.ts';
import type { Hits } from './hits.ts';

/** What is searched where; both ways to search take this and give the same hits. */
export interface Query {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly include: string | null;
  readonly root: Root;
  readonly hits: Hits;
  /** False for a file that `include` leaves out or that holds secrets. */
  wants(relative: string): boolean;
  /** True for a file or folder that holds secrets. */
  isSecret(absolute: string): boolean;
}
