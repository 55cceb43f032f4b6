/** Why a text cannot be edited as asked. */
export interface EditFault {
  readonly code:
    | 'text-malformed'
    | 'section-invalid'
    | 'section-ambiguous'
    | 'section-deeper'
    | 'section-missing'
    | 'block-unclosed'
    | 'body-missing'
    | 'body-frontmatter'
    | 'body-unclosed'
    | 'body-too-deep'
    | 'old-text-missing'
    | 'not-found'
    | 'in-frontmatter';
  /** One sentence, with line numbers from 1 and the way out. */
  readonly message: string;
}

/** A text that UTF-8 cannot hold, or that no editor shows as text; `what` names it. */
export function findMalformed(what: string, text: string): EditFault | null {
  if (!text.isWellFormed()) {
    return {
      code: 'text-malformed',
      message: `${what} holds half a character (a lone surrogate); send it again whole`,
    };
  }
  if (text.includes('\u0000')) {
    return { code: 'text-malformed', message: `${what} holds a NUL character; send it without` };
  }
  return null;
}
