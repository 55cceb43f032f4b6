/** Every key of the chat, for /help and the docs; the editor's own are those of a shell. */
export const KEYS: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'Enter', does: 'send; while a turn runs, keep the message until it has ended' },
  { keys: 'Alt+Enter', does: 'a new line (Shift+Enter where the terminal tells it apart)' },
  { keys: 'Esc', does: 'stop the turn; at a question: back to the editor, and again to the question' },
  { keys: 'Ctrl+C', does: 'empty the editor; twice: leave' },
  { keys: 'Ctrl+D', does: 'leave, when the editor is empty' },
  { keys: 'Shift+Tab', does: 'the next mode; yolo needs a second press' },
  { keys: 'Ctrl+O', does: 'show thoughts and whole outputs, or hide them' },
  { keys: 'Tab', does: 'complete a path, a command or a session' },
  { keys: 'Up, Down', does: 'earlier messages' },
  { keys: '! command', does: 'run your own command; the model is shown what it printed' },
  { keys: '/', does: 'the commands' },
];
