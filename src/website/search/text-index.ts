/** The records of the site-wide search: the text to search, and the data to show in a result. */

import { spaced } from '../../catalog/keyword-names.ts';
import type { Named, PublishedProgram } from '../../catalog/published.ts';
import { compactSet, otherNames } from '../../search/names.ts';
import { fold, words } from '../../search/text.ts';
import { excerpt } from '../../shared/excerpt.ts';
import { programAddress } from '../addresses.ts';
import type { TextMeta, TextRecord } from '../directory/text-record.ts';
import { markdownText } from '../format/markdown.ts';
import { inWords, number } from '../format/numbers.ts';
import { commissionInWords, commissionText, cookie, typeWords } from '../format/terms.ts';
import { type ReviewText, recordText } from './record-text.ts';

const LONGEST_TITLE = 100;
const LONGEST_WORDS = 40;

interface GroupTexts extends Named {
	readonly description: string | null;
	readonly programs: readonly unknown[];
}

/**
 * Makes the record of a program and its reviews.
 *
 * @param reviews the reviews, newest first
 */
export function programRecord(program: PublishedProgram, reviews: readonly ReviewText[]): TextRecord {
	const texts = [
		program.organization.name,
		program.description,
		markdownText(program.long_description),
		...program.categories.map(({ name }) => name),
		...(program.tags ?? []).map(spaced),
	];
	const names = unspaced(program);
	return {
		url: programAddress(program.slug),
		content: recordText(texts, reviews),
		meta: { title: excerpt(program.name, LONGEST_TITLE), ...(names && { names }), ...terms(program) },
	};
}

/**
 * Returns the other names of a program, and the compact form of each name that has several words. Pagefind finds whole
 * words only, so without the compact form, it would not find Acme Mail by `acmemail`.
 */
function unspaced(program: PublishedProgram): string {
	const others = otherNames(program);
	const compact = [program.name, ...others].filter((name) => words(fold(name)).length > 1);
	return [...new Set([...others, ...compactSet(compact)])].join('\n');
}

export function groupRecord(url: string, { name, description, programs }: GroupTexts): TextRecord {
	const meta = { title: excerpt(name, LONGEST_TITLE), programs: number(programs.length) };
	// Pagefind ignores records without text.
	return { url, content: recordText([description]) || name, meta };
}

/** Returns the terms of a program, as the search results show them. */
function terms(program: PublishedProgram): Omit<TextMeta, 'title'> {
	const pays = commissionText(program);
	const days = cookie(program.cookie_days);
	return {
		...(pays ? { pays } : {}),
		terms: commissionInWords(program, LONGEST_WORDS) ?? typeWords(program),
		...(days ? { cookie: inWords(days) } : {}),
	};
}
