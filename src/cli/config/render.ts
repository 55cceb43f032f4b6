import type { Setting } from '../../app/settings/list-settings.ts';
import { showOnOneLine } from '../../base/text.ts';
import { place } from '../policy/place.ts';

/** The value as a shell script wants it: a text as it is, everything else as JSON. */
export const showValue = ({ value }: Pick<Setting, 'value'>): string =>
  showOnOneLine(typeof value === 'string' ? value : JSON.stringify(value));

/** `file:line` of what counts; of a list, every place once. */
export const showOrigins = ({ origins }: Pick<Setting, 'origins'>): string =>
  origins.length === 0 ? '(default)' : [...new Set(origins.map(place))].join(', ');
