/** Renders untrusted Markdown safely: no raw HTML, no images, and only links to the web. */

import MarkdownIt, { type Token } from 'markdown-it';
import { outbound } from './links.ts';

/** The parsing time of any text is proportional to its length. Content nested over 100 levels deep is left out. */
const parser = new MarkdownIt({ html: false, linkify: true });
parser.linkify.set({ fuzzyEmail: false });
// Accept all links and leave their addresses unchanged, because `onlyOutbound` checks them.
parser.validateLink = () => true;
parser.normalizeLink = (address) => address;
parser.renderer.rules.image = (tokens, index, options, env, renderer) =>
	parser.utils.escapeHtml(renderer.renderInlineAsText(tokens[index]?.children ?? [], options, env));

parser.core.ruler.push('directory', ({ tokens }) => {
	for (const [index, token] of tokens.entries()) {
		if (token.type.startsWith('heading_')) token.tag = headingBelow(token.tag);
		if (token.type === 'th_open' || token.type === 'td_open') alignByAttribute(token);
		if (token.type === 'fence') token.info = '';
		if (token.children === null) continue;
		token.children = onlyOutbound(token.children);
		if (tokens[index - 2]?.type === 'list_item_open') drawCheckbox(token.children[0]);
	}
});

/**
 * Returns the tag for a heading in Markdown. Headings start at h3, because the text comes below an h2 of the page. Both
 * `#` and `##` become h3, because most authors start with `##` and some start with `#`.
 */
function headingBelow(tag: string): string {
	return `h${Math.min(Math.max(Number(tag.slice(1)) + 1, 3), 6)}`;
}

/** Replaces a cell's `style` attribute with `align`, because the Content-Security-Policy forbids style attributes. */
function alignByAttribute(cell: Token): void {
	const side = /\w+$/.exec(String(cell.attrGet('style') ?? ''))?.[0];
	cell.attrs = side === undefined ? null : [['align', side]];
}

/** Marks links to the web as written by users, and replaces other links with their text. */
function onlyOutbound(tokens: readonly Token[]): Token[] {
	let isOutbound = false;
	return tokens.filter((token) => {
		if (token.type === 'link_open') {
			const address = outbound(String(token.attrGet('href')));
			isOutbound = address !== null;
			token.attrs = [
				['href', address ?? ''],
				['rel', 'ugc nofollow noopener'],
			];
		}
		return isOutbound || !token.type.startsWith('link_');
	});
}

/** Replaces the `[ ]` or `[x]` at the start of a to-do item with a checkbox character. */
function drawCheckbox(first: Token | undefined): void {
	if (first?.type !== 'text') return;
	first.content = first.content.replace(/^\[([ x])\] /i, (_, mark) => (mark === ' ' ? '☐ ' : '☑ '));
}

/** Renders Markdown as HTML. */
export function markdown(source: string): string {
	return parser.render(source);
}

/** Converts Markdown to plain text. Leaves out link addresses. */
export function markdownText(source: string): string {
	return markdown(source)
		.replaceAll('<br>', ' ')
		.replace(/<[^>]*>/g, '')
		.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] as string);
}

/** The entities that the parser writes. */
const ENTITIES: { readonly [entity: string]: string } = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Escapes text for HTML or XML, including quoted attributes. */
export function escapeText(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Headings start at h2, because the page's title is its h1. The parser itself refuses addresses that run scripts. */
const ownParser = new MarkdownIt({ html: false, linkify: true, typographer: false });

ownParser.core.ruler.push('own-page', ({ tokens }) => {
	const ids = new Map<string, number>();
	for (const [index, token] of tokens.entries()) {
		if (token.type.startsWith('heading_')) token.tag = `h${Math.max(2, Number(token.tag.slice(1)))}`;
		if (token.type === 'heading_open') token.attrSet('id', headingId(tokens[index + 1]!.content, ids));
		if (token.type === 'th_open' || token.type === 'td_open') alignByAttribute(token);
		if (token.type === 'fence') token.info = '';
		if (token.children !== null) token.children = token.children.flatMap(withoutOtherImages);
	}
});

/** Makes an ID of a heading. A second heading with the same words gets a number. */
function headingId(heading: string, ids: Map<string, number>): string {
	const words = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['section'];
	const id = words.join('-');
	const count = (ids.get(id) ?? 0) + 1;
	ids.set(id, count);
	return count === 1 ? id : `${id}-${count}`;
}

/** Replaces an image of another site with its text, because the Content-Security-Policy forbids to load it. */
function withoutOtherImages(token: Token): Token[] {
	const isOther = token.type === 'image' && !/^\/(?!\/)/.test(String(token.attrGet('src')));
	return isOther ? (token.children ?? []) : [token];
}

/** Renders the Markdown of an own page as HTML. */
export const ownMarkdown = (source: string): string => ownParser.render(source);

/** Returns the addresses of all links and images in the Markdown of an own page, as the page writes them. */
export function ownLinks(source: string): string[] {
	const tokens = ownParser.parse(source, {}).flatMap(({ children }) => children ?? []);
	return tokens.flatMap((token) => {
		const address = token.attrGet('href') ?? token.attrGet('src');
		return address === null ? [] : [String(address)];
	});
}
