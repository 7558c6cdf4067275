/** Renders the Markdown that the owner of a site has written: no raw HTML, and only images and fonts of this site. */
import MarkdownIt, { type Token } from 'markdown-it';
import { alignByAttribute } from './markdown.ts';

/** Headings start at h2, because the page's title is its h1. The parser itself refuses addresses that run scripts. */
const parser = new MarkdownIt({ html: false, linkify: true, typographer: false });

parser.core.ruler.push('own-page', ({ tokens }) => {
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
export const ownMarkdown = (source: string): string => parser.render(source);

/** Returns the addresses of all links and images in the Markdown of an own page, as the page writes them. */
export function ownLinks(source: string): string[] {
	const tokens = parser.parse(source, {}).flatMap(({ children }) => children ?? []);
	return tokens.flatMap((token) => {
		const address = token.attrGet('href') ?? token.attrGet('src');
		return address === null ? [] : [String(address)];
	});
}
