/** Markdown from outside, made safe: no raw HTML, no images, links to the web only. */
import MarkdownIt, { type Token } from 'markdown-it';
import { outbound } from './outbound.ts';

/** It takes time in proportion to the text, whatever that is. What is nested deeper than 100 lists or quotes is left out. */
const parser = new MarkdownIt({ html: false, linkify: true });
parser.linkify.set({ fuzzyEmail: false });
// All links are parsed, and addresses left as they were written: `onlyOutbound` judges them.
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

/** Headings stand under one of the page's own, an h2. Most texts start at `##`, some at `#`. */
function headingBelow(tag: string): string {
	return `h${Math.min(Math.max(Number(tag.slice(1)) + 1, 3), 6)}`;
}

/** The parser aligns cells by a style, which the Content-Security-Policy of the pages forbids. */
function alignByAttribute(cell: Token): void {
	const side = /\w+$/.exec(String(cell.attrGet('style') ?? ''))?.[0];
	cell.attrs = side === undefined ? null : [['align', side]];
}

/** Links to the web, marked as placed by a user; of others the words alone. */
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

/** The box at the start of an item of a to-do list. */
function drawCheckbox(first: Token | undefined): void {
	if (first?.type !== 'text') return;
	first.content = first.content.replace(/^\[([ x])\] /i, (_, mark) => (mark === ' ' ? '☐ ' : '☑ '));
}

/** The HTML of a Markdown text. */
export function markdown(source: string): string {
	return parser.render(source);
}

/** The words of a Markdown text, without its marks and the addresses of its links. */
export function markdownText(source: string): string {
	return markdown(source)
		.replaceAll('<br>', ' ')
		.replace(/<[^>]*>/g, '')
		.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] as string);
}

/** The tags that the parser writes. */
const ENTITIES: { readonly [entity: string]: string } = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Text as HTML or XML shows it, also within a quoted attribute. */
export function escapeText(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
