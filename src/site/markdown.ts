/** Markdown from outside, made safe: no raw HTML, no images, links to the web only. */
import { Marked } from 'marked';
import { outbound } from './outbound.ts';

const marked = new Marked({
	// Tags are not recognized at all, so they stay text and are escaped with it. Escaping them in the renderer would not
	// do: within <pre> or <code> the parser takes the text between them for HTML that is safe already.
	tokenizer: { html: () => undefined, tag: () => undefined },
	renderer: {
		image: ({ text }) => escapeText(text),
		link({ href, tokens }) {
			const words = this.parser.parseInline(tokens);
			const address = outbound(href);
			return address ? `<a href="${escapeText(address)}" rel="ugc nofollow noopener">${words}</a>` : words;
		},
		// They stand under a heading of the page's own, an h2. Most texts start at `##`, some at `#`.
		heading({ tokens, depth }) {
			const level = Math.min(Math.max(depth + 1, 3), 6);
			return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
		},
		code: ({ text }) => `<pre><code>${escapeText(text)}</code></pre>\n`,
		checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
	},
});

/** The HTML of a Markdown text. */
export function markdown(source: string): string {
	try {
		return marked.parse(source, { async: false });
	} catch (error) {
		// Quotes nested some thousand deep overflow the parser's stack. Nobody writes that to be read as Markdown.
		if (error instanceof RangeError) return `<p>${escapeText(source)}</p>\n`;
		throw error;
	}
}

/** The words of a Markdown text, without its marks and the addresses of its links. */
export function markdownText(source: string): string {
	return markdown(source)
		.replaceAll('<br>', ' ')
		.replace(/<[^>]*>/g, '')
		.replace(
			/&(?:#(\d+)|(\w+));/g,
			(entity, code, name) => (code === undefined ? ENTITIES.get(name) : character(Number(code))) ?? entity,
		);
}

/** The character of a number; undefined where there is none, as marked leaves what a text says of its own. */
function character(code: number): string | undefined {
	const isSurrogate = code >= 0xd800 && code <= 0xdfff;
	return code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : undefined;
}

/** Those that marked writes. */
const ENTITIES = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
]);

/** Text as HTML or XML shows it, also within a quoted attribute. */
export function escapeText(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
