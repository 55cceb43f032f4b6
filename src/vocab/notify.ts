/** How a person who looks elsewhere is told: by a bell, by the terminal's own notification (OSC 9), or not. */
export const NOTIFY_WAYS = ['bell', 'osc9', 'both', 'off'] as const;
export type NotifyWay = (typeof NOTIFY_WAYS)[number];

/** What a model costs: US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}
