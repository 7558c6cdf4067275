/** Prepares the files of a website for a host without a server. */
import { DomUtils, parseDocument } from 'htmlparser2';
import { isRenderedPath } from '../server/rendered-pages.ts';
import { SEARCH } from '../website/addresses.ts';
import { searchNote } from '../website/machine-readable/llms-text.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<Node, { attribs: unknown }>;

/** The class of elements that work only with a server. */
const NEEDS_SERVER = 'needs-server';

/**
 * CSS for exported sites. It hides the forms that only their scripts can answer, until these scripts run. With a server,
 * the forms also work without JavaScript.
 */
const STATIC_STYLE = ':is(estimate-form,search-suggestions,site-search):not(:defined){display:none}\n';

/** How some files differ from those that a server sends. Pages differ too: see `staticPage`. */
const STATIC_FILES: { readonly [path: string]: (text: string, siteUrl: string) => string } = {
	// Every page loads this style sheet.
	'theme.css': (text) => text + STATIC_STYLE,
	'llms.txt': (text, siteUrl) => text.replace(searchNote(siteUrl), ''),
};

export const isPage = (path: string): boolean => path.endsWith('.html');

/** Whether a file differs from the one that a server sends. */
export const differs = (path: string): boolean => isPage(path) || Object.hasOwn(STATIC_FILES, path);

/**
 * Returns the content of a file for a host without a server.
 *
 * @param siteUrl the site's public origin
 */
export function staticContent(path: string, content: Buffer, siteUrl: string): Buffer {
	if (!differs(path)) return content;
	return Buffer.from((isPage(path) ? staticPage : STATIC_FILES[path]!)(content.toString(), siteUrl));
}

/** A part of the HTML to leave out, from its first character to the character after its last. */
type Cut = readonly [from: number, to: number];

/**
 * Returns a page without the parts that only a server can answer:
 *
 * - elements with the class `needs-server` are left out, and the preview image, which a server draws
 * - links to pages that a server renders on request become plain text
 * - structured data that names search results is left out
 * - links whose clicks are counted get the address to which they lead
 * - forms and other elements lose the attributes with the addresses of such pages, so that their scripts know
 *
 * Everything else stays as it is, byte for byte.
 *
 * @param siteUrl the site's public origin
 */
export function staticPage(html: string, siteUrl: string): string {
	const cuts = cutsIn(parseDocument(html, { withStartIndices: true, withEndIndices: true }).children, html, siteUrl);
	let [kept, end] = ['', 0];
	for (const [from, to] of cuts) {
		kept += html.slice(end, from);
		end = to;
	}
	return kept + html.slice(end);
}

/** Returns the parts to leave out, in order. */
function cutsIn(nodes: readonly Node[], html: string, siteUrl: string): Cut[] {
	return nodes.filter(isElement).flatMap((element): Cut[] => {
		const [start, end] = [element.startIndex!, element.endIndex! + 1];
		if ((element.attribs.class ?? '').split(' ').includes(NEEDS_SERVER)) return [[start, end]];
		if (element.attribs.property?.startsWith('og:image')) return [[start, end]];
		if (element.name === 'script' && DomUtils.textContent(element).includes(siteUrl + SEARCH.address))
			return [[start, end]];
		const inner = cutsIn(element.children, html, siteUrl);
		if ('data-href' in element.attribs) return [...plainLink(html, start), ...inner];
		const needing = Object.entries(element.attribs).filter(([, value]) => needsServer(value, siteUrl));
		if (needing.length === 0) return inner;
		if (element.name === 'link') return [[start, end]];
		const opening = html.slice(start, element.children[0]?.startIndex ?? html.indexOf('>', start) + 1);
		if (element.name === 'a') return [[start, start + opening.length], ...inner, [end - '</a>'.length, end]];
		const attributes = needing.map(([name]): Cut => {
			const { index, 0: text } = new RegExp(` ${name}="[^"]*"`).exec(opening)!;
			return [start + index, start + index + text.length];
		});
		return [...attributes.sort(([one], [other]) => one - other), ...inner];
	});
}

/** Cuts the attribute `href` from a link, and makes `data-href` its address. @param start where the link begins */
function plainLink(html: string, start: number): Cut[] {
	const cut = (pattern: RegExp): Cut => {
		const { index, 0: text } = pattern.exec(html.slice(start))!;
		return [start + index, start + index + text.length];
	};
	return [cut(/ href="[^"]*"/), cut(/data-(?=href=")/)].sort(([one], [other]) => one - other);
}

function needsServer(value: string, siteUrl: string): boolean {
	if (!value.startsWith('/') && !value.startsWith(`${siteUrl}/`)) return false;
	const url = URL.parse(value, siteUrl);
	return url?.origin === siteUrl && isRenderedPath(url.pathname);
}

function isElement(node: Node): node is Element {
	return DomUtils.isTag(node);
}
