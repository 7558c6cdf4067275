/**
 * Converts pages of the site to Markdown, for software that reads the site. Headings, fact lists, tables and links in
 * the HTML are kept. Text that the site did not write becomes block quotes.
 */
import { DomUtils, parseDocument } from 'htmlparser2';
import { onceFor } from '../../shared/once.ts';
import { splitWords } from '../../shared/text.ts';
import { hasMarkdown, markdownAddress } from './markdown-address.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<Node, { attribs: unknown }>;

/** Elements that are useless outside their page: drawings, controls, forms and navigation. */
const LEFT_OUT = new Set(
	splitWords(`
		button estimate-form form img input label nav noscript output script select style summary svg template textarea
	`),
);
/** The classes of more elements to leave out. */
const LEFT_OUT_CLASSES = new Set(splitWords('compare-choice filters filters-link row-actions skip-link'));
const HEADING = /^h([1-6])$/;
const BLOCK =
	/^(?:h[1-6]|p|ul|ol|li|dl|dt|dd|div|section|article|aside|header|footer|figure|figcaption|table|pre|blockquote|hr|details|summary|main)$/;

/**
 * @param html the HTML of a whole page
 * @param siteUrl the site's public origin
 */
export function pageMarkdown(html: string, address: string, siteUrl: string): string {
	const main = parseDocument(/<main.*<\/main>/s.exec(html)?.[0] ?? '').children;
	const nextUrl = /<link rel="next" href="([^"]*)">/.exec(html)?.[1];
	const next = nextUrl && new URL(nextUrl).pathname;
	const parts = [
		...blocks(main, siteUrl),
		`Page: <${siteUrl}${address}>`,
		...(next && hasMarkdown(next) ? [`Next page: <${siteUrl}${markdownAddress(next)}>`] : []),
	];
	return `${parts.join('\n\n')}\n`;
}

/** Converts nodes to Markdown blocks, such as paragraphs. A block has no blank lines before or after it. */
function blocks(nodes: readonly Node[], siteUrl: string): string[] {
	const found: string[] = [];
	let pending: Node[] = [];
	const endText = () => {
		const text = inlines(pending, siteUrl).trim();
		if (text !== '') found.push(escapeStart(text));
		pending = [];
	};
	for (const node of nodes) {
		if (isElement(node) && containsBlocks(node)) {
			endText();
			found.push(...block(node, siteUrl));
		} else pending.push(node);
	}
	endText();
	return found;
}

function block(element: Element, siteUrl: string): string[] {
	const { name, children } = element;
	const level = HEADING.exec(name)?.[1];
	if (level !== undefined) {
		const text = line(children, siteUrl);
		return text === '' ? [] : [`${'#'.repeat(Number(level))} ${text}`];
	}
	if (name === 'hr') return ['---'];
	if (name === 'pre') return [fence(DomUtils.textContent(element), languageOf(element))];
	if (name === 'ul' || name === 'ol') return [list(element, siteUrl)].filter(Boolean);
	if (name === 'dl') return [facts(element, siteUrl)].filter(Boolean);
	if (name === 'table') return table(element, siteUrl);
	const hasLines = /\blines\b/.test(element.attribs.class ?? '');
	const inner = hasLines ? paragraphs(element) : blocks(children, siteUrl);
	return isForeign(element) && inner.length > 0 ? [quoted(inner.join('\n\n'))] : inner;
}

/** Returns the language of the code in a `pre` element: `ts` for `<code class="language-ts">`. Empty if it is unknown. */
function languageOf({ children }: Element): string {
	const code = children.find(isElement);
	return /^language-(\w+)$/.exec(code?.attribs.class ?? '')?.[1] ?? '';
}

/** Returns the paragraphs of an element and keeps the line breaks within them. */
function paragraphs(element: Element): string[] {
	const lines = (text: string) =>
		text
			.trim()
			.split('\n')
			.map((one) => escapeStart(escapeInline(one.trim())));
	return DomUtils.textContent(element)
		.split(/\n{2,}/)
		.map((text) => lines(text).join('\\\n'))
		.filter(Boolean);
}

function list({ name, children }: Element, siteUrl: string): string {
	const items = children.filter((child): child is Element => isElement(child) && child.name === 'li');
	const texts = items.map((item) => blocks(item.children, siteUrl).join('\n\n')).filter(Boolean);
	return texts.map((text, index) => indented(name === 'ol' ? `${index + 1}. ` : '- ', text)).join('\n');
}

/** Converts a `dl` element to a list with one fact per line: `- **Cookie:** 60 days`. */
function facts(element: Element, siteUrl: string): string {
	const lines: string[] = [];
	for (const part of DomUtils.findAll(({ name }) => name === 'dt' || name === 'dd', element.children) as Element[]) {
		const text = line(part.children, siteUrl);
		if (part.name === 'dt') lines.push(`- **${text}:**`);
		else if (text !== '') lines[lines.length - 1] += `${lines.at(-1)!.endsWith(':**') ? ' ' : ', '}${text}`;
	}
	return lines.join('\n');
}

function table(element: Element, siteUrl: string): string[] {
	const all = (name: string, within: Element) =>
		DomUtils.findAll((one) => one.name === name, within.children) as Element[];
	const rows = all('tr', element).map((row) =>
		row.children
			.filter(
				(cell): cell is Element => isElement(cell) && (cell.name === 'th' || cell.name === 'td') && !isLeftOut(cell),
			)
			.map(({ children }) => line(children, siteUrl).replaceAll('|', '\\|')),
	);
	const [head, ...others] = rows;
	if (head === undefined) return [];
	const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [[rowOf(head), rowOf(head.map(() => '---')), ...others.map(rowOf)].join('\n')];
}

/** Returns the content of the nodes as a single line of text. */
function line(nodes: readonly Node[], siteUrl: string): string {
	return inlines(nodes, siteUrl).replace(/\s+/g, ' ').trim();
}

/**
 * Joins the text of the nodes. In the HTML, only styles separate neighboring elements, so this function adds a space
 * between two elements. It adds no space between an inline element and text, as in `30<span>%</span>`.
 */
function inlines(nodes: readonly Node[], siteUrl: string): string {
	let joined = '';
	let wasElement = false;
	for (const node of nodes) {
		const text = inline(node, siteUrl);
		if (text === '') continue;
		const isBlock = isElement(node) && containsBlocks(node);
		joined += isBlock || (wasElement && isElement(node)) ? ` ${text}` : text;
		if (isBlock) joined += ' ';
		wasElement = isElement(node);
	}
	return joined;
}

function inline(node: Node, siteUrl: string): string {
	if (node.type === 'text') return escapeInline((node as { data: string }).data.replace(/\s+/g, ' '));
	if (!isElement(node) || isLeftOut(node)) return '';
	const { name, children, attribs } = node;
	if (name === 'br') return '\\\n';
	if (name === 'code') return codeSpan(DomUtils.textContent(node));
	const text = containsBlocks(node)
		? line(children, siteUrl)
		: children.map((child) => inline(child, siteUrl)).join('');
	if (text.trim() === '') return text;
	if (name === 'strong' || name === 'b') return `**${text.trim()}**`;
	if (name === 'em' || name === 'i' || name === 'mark') return `*${text.trim()}*`;
	// A link whose clicks are counted has its own address in `data-href`.
	const address = name === 'a' ? linkAddress(attribs['data-href'] ?? attribs.href ?? '', siteUrl) : undefined;
	return address === undefined ? text : `[${text.trim()}](${address})`;
}

/** Returns the absolute address of a link, or of the linked page's Markdown version if there is one. */
function linkAddress(href: string, siteUrl: string): string | undefined {
	if (/^https?:\/\//i.test(href))
		return href.replace(/[()\s<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
	const [, path, rest = ''] = /^(\/[^?#]*)(.*)$/.exec(href) ?? [];
	if (path === undefined) return undefined;
	return `${siteUrl}${hasMarkdown(path) && rest === '' ? markdownAddress(path) : path + rest}`;
}

function isElement(node: Node): node is Element {
	return 'attribs' in node;
}

function isLeftOut({ name, attribs }: Element): boolean {
	return (
		LEFT_OUT.has(name) ||
		'hidden' in attribs ||
		attribs['aria-hidden'] === 'true' ||
		LEFT_OUT_CLASSES.has(attribs.class ?? '')
	);
}

const containsBlocks = onceFor(
	(element: Element): boolean =>
		!isLeftOut(element) &&
		(BLOCK.test(element.name) || element.children.some((child) => isElement(child) && containsBlocks(child))),
);

/** Whether an element contains text that the site did not write. Such text has `dir="auto"` and no known direction. */
function isForeign({ name, attribs }: Element): boolean {
	return attribs.dir === 'auto' && (name === 'p' || name === 'div');
}

/** Escapes the characters that have a meaning in Markdown. An underscore within a word has no meaning. */
export function escapeInline(text: string): string {
	return text.replace(/[\\`*[\]<>]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}

/** Escapes the start of a text if it would otherwise become a heading, a list, a fence or a horizontal rule. */
export function escapeStart(text: string): string {
	return text.replace(/^[#+=~-]/, '\\$&').replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2');
}

export function codeSpan(text: string): string {
	const ticks = '`'.repeat(longestRun(text) + 1);
	const space = /^`|`$/.test(text) ? ' ' : '';
	return `${ticks}${space}${text.replace(/\s+/g, ' ')}${space}${ticks}`;
}

/** Formats lines of code as a code block. @param language the language of the code, or an empty text */
export function fence(code: string, language: string): string {
	const ticks = '`'.repeat(Math.max(3, longestRun(code) + 1));
	return `${ticks}${language}\n${code.trimEnd()}\n${ticks}`;
}

function longestRun(text: string): number {
	return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

export function quoted(text: string): string {
	return text.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>');
}

/** Formats text as a list item. Indents the following lines, so that they align with the text after the mark. */
export function indented(mark: string, text: string): string {
	return mark + text.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
}
