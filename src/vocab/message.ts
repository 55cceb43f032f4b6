import type { Origin } from './principal.ts';

/** A call as a model's reply named it. `input` is null when `fault` says why the arguments could not be read. */
export interface RequestedCall {
  /** Ours, unique: `call_…`. */
  readonly id: string;
  /** What the provider paired the call by; unique within a conversation. */
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
  readonly fault: string | null;
}

/** A picture that a person gave with a message. */
export interface StoredImage {
  /** Of the file it was given as, without its folder. */
  readonly name: string;
  /** Where its bytes are kept; absolute. */
  readonly path: string;
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly bytes: number;
  /** SHA-256 of the bytes. */
  readonly digest: string;
}

/** One message of a conversation with where it came from. What a model is sent is made from these. */
export type Message =
  | {
      readonly role: 'user';
      readonly text: string;
      readonly images?: readonly StoredImage[];
      readonly origin: Origin;
      readonly private: boolean;
      /** Patterns of injected orders that were found in it; absent: none. */
      readonly suspicious?: readonly string[];
    }
  | {
      /** Stands for the beginning of a conversation that was shortened. */
      readonly role: 'summary';
      readonly text: string;
      readonly summary: string;
      /** What stands in it word for word. */
      readonly kept: readonly string[];
      /** What untrusted came into it. */
      readonly sources: readonly Origin[];
      readonly private: boolean;
    }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly RequestedCall[];
      /** Which model said it, and what its provider wants back with it. */
      readonly model?: string;
      readonly providerData?: unknown;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly tool: string;
      readonly text: string;
      readonly isError: boolean;
      /** The judge or a person said no, and that still holds. */
      readonly isRefusal?: true;
      readonly origin: Origin;
      readonly private: boolean;
      /** The nonce of the frame it stands in, where others wrote it. */
      readonly frame?: string;
    };
