import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../shared/project.ts';
import { ACCOUNT_REFERENCE, DOCUMENTATION, OPERATORS, REFERENCE, RESPONSE_HEADERS } from '../addresses.ts';
import type { Directory } from '../directory/directory.ts';
import { fixedPages, type PageType, UNDATED } from '../directory/page-type.ts';
import type { TextSource } from '../directory/text-record.ts';
import { markdownText } from '../format/markdown.ts';
import { recordText } from '../search/text-index.ts';
import { API_MANUAL, type Manual, manuals, OPERATORS_MANUAL, pagesOf } from './documentation-pages.ts';
import { type ExampleRecords, exampleRecords } from './examples.ts';

/** A page that is made from a file in src/docs/. */
export interface DocumentationView {
	readonly source: string;
	/** The records that examples name. Absent on pages without examples. */
	readonly example?: ExampleRecords;
}

const hasApi = () => manuals().includes(API_MANUAL);
const hasOperators = () => manuals().includes(OPERATORS_MANUAL);
/** The pages that are made from the OpenAPI document. They have routes of their own. */
const REFERENCES = [REFERENCE, ACCOUNT_REFERENCE, RESPONSE_HEADERS].map(({ address }) => address);
const addressesOf = (manual: typeof API_MANUAL) => pagesOf(manual).map(({ address }) => address);

const FILE_PAGE = 'documentation/DocumentationFile.astro';

export const documentationPages: readonly PageType[] = [
	{
		route: '/docs',
		pages: () => (hasApi() ? [{ address: DOCUMENTATION.address, sitemap: UNDATED, view: () => ({}) }] : []),
		texts: () => manuals().flatMap(documentationTexts),
	},
	...REFERENCES.map((address) => withExamples(address.slice(0, -1), [address])),
	{
		...withExamples(
			'/docs/[slug]',
			addressesOf(API_MANUAL).filter((address) => !REFERENCES.includes(address)),
		),
		component: FILE_PAGE,
	},
	// Search engines do not list these pages, because the pages of all directories are the same.
	fixedPages('/docs/operators', () => (hasOperators() ? [OPERATORS.address] : [])),
	{
		route: '/docs/operators/[slug]',
		component: FILE_PAGE,
		pages: () =>
			(hasOperators() ? addressesOf(OPERATORS_MANUAL) : []).map((address) => ({
				address,
				view: () => ({ source: documentationFile(address) }),
			})),
	},
];

/** Returns a page type for pages that show nothing from the directory except the records that examples name. */
function withExamples(route: string, addresses: readonly string[]): PageType<DocumentationView> {
	return {
		route,
		pages: (directory: Directory) =>
			(hasApi() ? addresses : []).map((address) => ({
				address,
				sitemap: UNDATED,
				view: () => ({ source: documentationFile(address), example: exampleRecords(directory) }),
			})),
	};
}

/** Reads the file in src/docs/ from which the documentation page at `address` is made. */
export function documentationFile(address: string): string {
	return readFileSync(join(PROJECT, 'src/docs', `${address.split('/').at(-2)}.md`), 'utf8');
}

/**
 * Matches the code to leave out. Code blocks are left out because searches would find names that are only part of an
 * example. One-letter names are left out because Pagefind shortens an unknown word until it finds a match. A one-letter
 * name would match every unknown word that starts with this letter.
 */
const CODE = /^```[\s\S]*?^```$|`\w`/gm;

/** Returns a source for each page of a manual. The source's record contains the text of all sections of the page. */
export function documentationTexts(manual: Manual): TextSource[] {
	return pagesOf(manual).map(({ name, address }) => ({
		url: address,
		record() {
			const [, ...texts] = documentationFile(address).replace(CODE, '').split(/^#+ /m).map(markdownText);
			return { url: address, content: recordText(texts), meta: { title: name } };
		},
	}));
}
