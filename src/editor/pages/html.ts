/** Writes HTML in which every inserted text is escaped. */

import { dayOf } from '../../website/format/dates.ts';
import { escapeText } from '../../website/format/markdown.ts';

export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** A text, which is escaped; a piece of HTML; a list of them; or nothing. */
type Part = string | number | Html | false | undefined | readonly Part[];

/** Makes HTML from a template: html`<p>${text}</p>`. Attributes need double quotes. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
	return new Html(template.reduce((before, after, index) => `${before}${written(parts[index - 1])}${after}`));
}

function written(part: Part): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
	return part.map(written).join('');
}

/** Shows errors above a form. */
export function problemList(lines: readonly (string | Html)[]): Html {
	return html`<div class="problems" role="alert"><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></div>`;
}

/** Shows a timestamp: `18 April 2026, 09:30 UTC`. */
export function timeOf(timestamp: string): Html {
	return html`<time datetime="${timestamp}">${dayOf(timestamp)}, ${timestamp.slice(11, 16)} UTC</time>`;
}
