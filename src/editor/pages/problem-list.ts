import { type Html, html } from './html.ts';

/** Shows errors above a form. */
export function problemList(lines: readonly (string | Html)[]): Html {
	return html`<div class="problems" role="alert"><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></div>`;
}
