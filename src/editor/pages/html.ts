/** Writes HTML in which every inserted text is escaped. */
import { escapeText } from '../../website/format/markdown.ts';

/** A piece of HTML. */
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
