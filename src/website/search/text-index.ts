/** The records of the site-wide search: the text to search, and the data to show in a result. */

import { spaced } from '../../catalog/keyword-names.ts';
import type { Named, PublishedProgram, PublishedReview } from '../../catalog/published.ts';
import { compactSet, otherNames } from '../../search/names.ts';
import { excerpt } from '../../shared/text.ts';
import { programAddress } from '../addresses.ts';
import type { TextMeta, TextRecord } from '../directory/text-record.ts';
import { cookie } from '../format/facts.ts';
import { markdownText } from '../format/markdown.ts';
import { inWords, number } from '../format/numbers.ts';
import { briefNotes, commissionInWords, commissionText } from '../format/short-pay.ts';
import { PROGRAM_FILTERS } from './text-parts.ts';

const LONGEST_TITLE = 100;
const LONGEST_WORDS = 40;

type ReviewText = Pick<PublishedReview, 'author_display_name' | 'title' | 'body'>;

interface GroupTexts extends Named {
	readonly description: string | null;
	readonly programs: readonly unknown[];
}

export function programRecord(program: PublishedProgram): TextRecord {
	const texts = [
		program.organization.name,
		program.description,
		markdownText(program.long_description),
		...program.categories.map(({ name }) => name),
		...(program.tags ?? []).map(spaced),
	];
	return {
		url: programAddress(program.slug),
		content: recordText(texts),
		meta: { title: excerpt(program.name, LONGEST_TITLE), names: unspaced(program), ...terms(program) },
		filters: PROGRAM_FILTERS,
	};
}

/** The address of a program's reviews, on its page. */
export const reviewsAddress = (slug: string) => `${programAddress(slug)}#reviews`;

/** Makes the record of a program's reviews. @param reviews the reviews, newest first */
export function reviewsRecord({ slug, name }: Named, reviews: readonly ReviewText[]): TextRecord {
	return {
		url: reviewsAddress(slug),
		content: recordText(
			reviews.map(
				({ author_display_name, title, body }) =>
					`${author_display_name}: ${[title, body].filter(Boolean).join(' · ')}`,
			),
		),
		meta: { title: excerpt(`Reviews of ${name}`, LONGEST_TITLE) },
	};
}

/**
 * Returns the other names of a program, and the compact form of each name. Pagefind finds whole words only, so without
 * the compact form, it would not find Acme Mail by `acmemail`.
 */
function unspaced(program: PublishedProgram): string {
	const others = otherNames(program);
	return [...new Set([...others, ...compactSet([program.name, ...others])])].join('\n');
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
		terms: commissionInWords(program, LONGEST_WORDS) ?? briefNotes(program),
		...(days ? { cookie: inWords(days) } : {}),
	};
}

/** The maximum number of characters that are indexed from each description or review. */
const LONGEST_TEXT = 2000;
/** The maximum number of characters of a record's text. To show a result, the browser loads the whole text. */
const LONGEST_CONTENT = 20_000;

export function recordText(texts: readonly (string | null)[]): string {
	const cut = texts.map((text) => excerpt((text ?? '').replace(/[\s\u200b]+/g, ' ').trim(), LONGEST_TEXT));
	return excerpt(cut.filter(Boolean).join(' · '), LONGEST_CONTENT);
}
