/** Renders the documentation files in src/docs/ as pages of the site. Git hosts such as GitHub show these files too. */
import MarkdownIt, { type Token } from 'markdown-it';
import { EXAMPLE_SITE } from '../../api/openapi/responses.ts';
import { isOffered } from '../../config/site/site.ts';
import { pageOfFile } from './documentation-pages.ts';
import type { ExampleRecords } from './examples.ts';

export interface DocumentationPage {
	/** The heading of level 1 at the start of the file. */
	readonly title: string;
	/** The paragraph below the title, as plain text. */
	readonly summary: string;
	/** The rest of the file. */
	readonly html: string;
	/** The names and IDs of the level-2 headings. */
	readonly sections: readonly { readonly id: string; readonly name: string }[];
}

const parser = new MarkdownIt();

/** Tables look like those on other pages. Wide tables scroll within a box that can be focused with the keyboard. */
parser.renderer.rules.table_open = (tokens, index) =>
	`<div class="wide" role="group" aria-label="${parser.utils.escapeHtml(tokens[index]!.info)}" tabindex="0">` +
	'<table class="rows stacked">';
parser.renderer.rules.table_close = () => '</table></div>';
/** Headings link to themselves, so that readers can copy the address of a section. */
parser.renderer.rules.heading_open = (tokens, index) => {
	const { tag, attrs } = tokens[index]!;
	const id = attrs![0]![1];
	return `<${tag} id="${id}"><a href="#${id}">`;
};
parser.renderer.rules.heading_close = (tokens, index) => `</a></${tokens[index]!.tag}>\n`;
parser.renderer.rules.fence = (tokens, index) => {
	const { content, info } = tokens[index]!;
	return codeBlock(content.trimEnd(), info);
};

/** Renders code with a button that copies it. The button is hidden until its script runs. */
export function codeBlock(code: string, language: string): string {
	const name = language && ` class="language-${language}"`;
	return (
		`<copy-text><pre><code${name}>${parser.utils.escapeHtml(code)}</code></pre>` +
		'<button type="button" class="button plain" hidden>Copy</button><span class="quiet" role="status"></span></copy-text>\n'
	);
}

/** Renders Markdown from the OpenAPI document. */
export function documentationText(markdown: string): string {
	return parser.render(markdown);
}

/**
 * @param source the content of a file in src/docs/: a title, a summary paragraph and the rest of the page
 * @param site the public origin of this site, to use in the example calls
 * @param example the records that examples name
 * @throws Error when the file does not start with a title and a paragraph
 */
export function documentationPage(
	source: string,
	site = EXAMPLE_SITE,
	example: ExampleRecords = {},
): DocumentationPage {
	const { programs = 'PROGRAM_SLUG' } = example;
	const text = source
		.replaceAll('PROGRAM_SLUG', programs)
		.replaceAll(`](${EXAMPLE_SITE}/`, '](/')
		.replace(ADDRESSES, site);
	const [titleOpen, title, , summaryOpen, summary, , ...tokens] = parser.parse(text, {});
	if (titleOpen?.tag !== 'h1' || summaryOpen?.type !== 'paragraph_open') {
		throw new Error('A file in src/docs/ must begin with a title ("# Title") and a paragraph.');
	}
	const sections: { id: string; name: string }[] = [];
	let heading = title!.content;
	for (const [index, token] of tokens.entries()) {
		if (token.type === 'heading_open') {
			heading = plainText(tokens[index + 1]!);
			const id = headingId(heading);
			token.attrSet('id', id);
			if (token.tag === 'h2') sections.push({ id, name: heading });
		}
		if (token.type === 'table_open') {
			token.info = `Table: ${heading}`;
			labelCells(tokens.slice(index));
		}
		if (token.children !== null) token.children = linksOfSite(token.children);
	}
	return {
		title: plainText(title!),
		summary: plainText(summary!),
		html: parser.renderer.render(tokens, parser.options, {}),
		sections,
	};
}

/** Matches the origin in addresses with a path. Without a path, the example's origin stands for any site's. */
const ADDRESSES = new RegExp(`${EXAMPLE_SITE}(?=/)`, 'g');

/**
 * Labels the cells of a table with the names of their columns, except the first cell of each row. Narrow screens show
 * these labels instead of the table's header.
 *
 * @param tokens the tokens from the start of the table to the end of the file
 */
function labelCells(tokens: readonly Token[]): void {
	const names: string[] = [];
	let column = 0;
	for (const [index, token] of tokens.entries()) {
		if (token.type === 'table_close') return;
		if (token.type === 'tr_open') column = 0;
		if (token.type === 'th_open') {
			token.attrSet('scope', 'col');
			names.push(plainText(tokens[index + 1]!));
		}
		if (token.type === 'td_open') {
			if (column > 0) token.attrSet('data-label', names[column]!);
			column += 1;
		}
	}
}

function plainText({ children }: Token): string {
	return children!.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

/** Returns the ID of a heading. Git hosts generate the same IDs, so links to headings also work there. */
export function headingId(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');
}

/**
 * Replaces links between documentation files with links between their pages. Replaces links to files that the site does
 * not show, and to accounts if there are none, with the link text.
 */
function linksOfSite(tokens: readonly Token[]): Token[] {
	let isLink = false;
	return tokens.filter((token) => {
		if (token.type === 'link_open') {
			const target = String(token.attrGet('href'));
			const [, name, anchor = ''] = /^(?:([a-z-]+)\.md)?(#.*)?$/.exec(target) ?? [];
			const page = name === undefined ? undefined : pageOfFile(name);
			if (page !== undefined) token.attrSet('href', page + anchor);
			isLink =
				page !== undefined ||
				(name === undefined && (anchor !== '' || (/^(?:https?:|\/)/.test(target) && isOffered(target))));
		}
		return isLink || !token.type.startsWith('link_');
	});
}
