import type { App } from '../../app/create-app.ts';
import type { Archive } from '../../app/history/open-archive.ts';
import type { Approval } from '../../vocab/approval.ts';
import type { Conversation } from './conversation.ts';

/** What the commands of a chat may do; the same in a full screen and in a plain terminal. */
export interface ChatDesk {
  readonly conversation: Conversation;
  readonly app: App;
  readonly archive: () => Promise<Archive>;
  /** Shows a text that is no part of the conversation. */
  print(text: string): void;
  /** The value of the row that the person picks; null when none. */
  pick(title: string, rows: readonly PickRow[]): Promise<string | null>;
  /** Sends a text as the person's own message; `modelOnce` is for its turn alone. */
  send(text: string, modelOnce: string | null): Promise<void> | void;
  /** Puts a text where the person writes. */
  write(text: string): void;
  /** Shows a question of another session and stores its answer. */
  answer(approval: Approval): void;
  leave(): void;
}

export interface PickRow {
  readonly value: string;
  readonly label: string;
  readonly description: string;
}

export interface SlashCommand {
  readonly name: string;
  /** What may stand behind it, for people; empty for nothing. */
  readonly args: string;
  readonly summary: string;
  run(desk: ChatDesk, rest: string): Promise<void> | void;
  /** Words that may stand behind it. */
  complete?(desk: ChatDesk): Promise<readonly PickRow[]>;
}
