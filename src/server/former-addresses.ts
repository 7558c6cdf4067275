/** Finds where the former addresses of renamed and removed records lead. */
import type { Release } from '../release/release.ts';
import { markdownAddress, pageOfMarkdown } from '../website/machine-readable/markdown-address.ts';
import { fileAt } from './site-files.ts';

/** The pages of a record, and their versions in Markdown. */
const PAGES = /^\/(programs|organizations|categories|reviews)\/([^/.]+)(|\/.*|\.md)$/;

/**
 * The files about a record. The groups of each pattern are what comes before its slug, its slug, and what comes after.
 * `kinds` are the kinds of records that can have the file.
 */
const FILES: readonly { readonly pattern: RegExp; readonly kinds: readonly string[] }[] = [
	{ pattern: /^(\/badges\/)([^/.]+)(\.svg)$/, kinds: ['programs'] },
	{ pattern: /^(\/logos\/)([^/.]+)(\.\w+)$/, kinds: ['programs', 'organizations'] },
	{ pattern: /^(\/feeds\/categories\/)([^/.]+)(\.\w+)$/, kinds: ['categories'] },
	{ pattern: /^(\/share\/programs\/)([^/.]+)(\.png)$/, kinds: ['programs'] },
];

/**
 * Returns the new address of a record's page or file, null if the record is gone, or undefined if the path is not a former
 * one. Call this only for paths where the website has nothing.
 */
export function movedRecord(release: Release, path: string): string | null | undefined {
	const [, kind, slug, rest] = PAGES.exec(path) ?? [];
	if (kind !== undefined) {
		const target = release.redirect(`/${kind}/${slug}`);
		return target == null ? target : pageOf(release, `/${kind}/${target}/`, rest!);
	}
	for (const { pattern, kinds } of FILES) {
		const [, start, slug, end] = pattern.exec(path) ?? [];
		if (slug === undefined) continue;
		const target = kinds.map((one) => release.redirect(`/${one}/${slug}`)).find((one) => one !== undefined);
		return target == null ? target : `${start}${target}${end}`;
	}
	return undefined;
}

/**
 * Returns the address of one of a record's pages. Returns the first page if the record does not have that page.
 *
 * @param first the address of the first page
 * @param rest what comes after the slug in the address of the page
 */
function pageOf(release: Release, first: string, rest: string): string {
	if (rest === '.md') return markdownAddress(first);
	const isMarkdown = rest.endsWith('.md');
	const wanted = isMarkdown
		? pageOfMarkdown(first.slice(0, -1) + rest)
		: `${first.slice(0, -1)}${rest}`.replace(/\/?$/, '/');
	const page = wanted !== undefined && fileAt(release, wanted) ? wanted : first;
	return isMarkdown ? markdownAddress(page) : page;
}
