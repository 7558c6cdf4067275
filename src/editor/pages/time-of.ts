import { dayOf } from '../../website/format/dates.ts';
import { type Html, html } from './html.ts';

/** Shows a timestamp: `18 April 2026, 09:30 UTC`. */
export function timeOf(timestamp: string): Html {
	return html`<time datetime="${timestamp}">${dayOf(timestamp)}, ${timestamp.slice(11, 16)} UTC</time>`;
}
