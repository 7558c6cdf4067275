/** The text of a record in the site-wide search. The build writes it. The browser reads it to show what matched. */
import type { PublishedReview } from '../../catalog/published.ts';
import { fold, words } from '../../search/text.ts';
import { excerpt } from '../../shared/excerpt.ts';

/** The maximum number of characters that are indexed from each description or review. */
const LONGEST_TEXT = 2000;
/** The maximum number of characters of a record's text. To show a result, the browser loads the whole text. */
const LONGEST_CONTENT = 20_000;

/** The mark between the texts of a section, and the mark before each review. The texts themselves contain no marks. */
const TEXT = '·';
const REVIEW = '¶';
const MARKS = new RegExp(String.raw`[\s\u200b${TEXT}${REVIEW}]+`, 'g');

/** The maximum number of words in an excerpt, and the maximum number of characters in each of these words. */
const EXCERPT = 16;
const LONGEST_WORD = 30;

export type ReviewText = Pick<PublishedReview, 'author_display_name' | 'title' | 'body'>;

/** Joins the texts and reviews of a record to one text. */
export function recordText(texts: readonly (string | null)[], reviews: readonly ReviewText[] = []): string {
	const sections = [texts, ...reviews.map(({ author_display_name: author, title, body }) => [author, title, body])];
	return excerpt(sections.map(sectionText).filter(Boolean).join(` ${REVIEW} `), LONGEST_CONTENT);
}

function sectionText(texts: readonly (string | null)[]): string {
	const cut = texts.map((text) => excerpt((text ?? '').replace(MARKS, ' ').trim(), LONGEST_TEXT));
	return cut.filter(Boolean).join(` ${TEXT} `);
}

/** Matches the ending of an English word. The search ignores endings, so that "marketed" finds "marketing". */
const ENDING = /(?<=\p{L}{4})(?:ations?|ions?|ings?|ers?|ed|ies|es|s|ly|e|y)$/u;
/** Matches the second of two letters that only doubled because of an ending, as in "shipped". */
const DOUBLED = /(?<=([bdfgmnprt]))\1$/;

/** Removes the ending of a folded word. All forms of the word start with the result. */
export function withoutEnding(word: string): string {
	const stem = word.replace(ENDING, '');
	return stem === word ? word : stem.replace(DOUBLED, '');
}

/** The part of a record's text that matches a search. */
export interface Match {
	/** The author of the review, if the match is in a review. */
	readonly author: string | undefined;
	/** The words around the match. */
	readonly excerpt: readonly ExcerptWord[];
	/** Whether there is more text before and after the excerpt. */
	readonly continues: { readonly before: boolean; readonly after: boolean };
}

export interface ExcerptWord {
	readonly word: string;
	readonly isMatch: boolean;
}

/**
 * Finds the section that contains the most search words: either the descriptions or one of the reviews. Ignores search
 * words that are in the name. Returns undefined if this leaves no search words, or if the text contains none of them.
 *
 * @param content the text made by `recordText`
 */
export function matchIn(
	{ name, content }: { readonly name: string; readonly content: string },
	query: string,
): Match | undefined {
	const inName = words(fold(name));
	const isNamed = (word: string) => inName.some((other) => other.startsWith(word));
	const searched = words(fold(query));
	if (searched.every(isNamed)) return undefined;
	const stems = searched.map(withoutEnding);
	const isFound = (word: string) => stems.some((stem) => word.startsWith(stem)) && !isNamed(word);
	const all = content.split(/\s+/);
	const matches = [...all.keys()].filter((place) => words(fold(all[place]!)).some(isFound));
	const best = sectionsOf(all)
		.map((section) => ({ section, places: matches.filter((at) => at >= section.start && at < section.end) }))
		.filter(({ places }) => places.length > 0)
		.sort((a, b) => countWords(all, b.places) - countWords(all, a.places))[0];
	if (best === undefined) return undefined;
	const { section, places } = best;
	const { start, end } = excerptOf(section, places);
	return {
		author: section.author,
		excerpt: all
			.slice(start, end)
			.map((word, index) => ({ word: excerpt(word, LONGEST_WORD), isMatch: places.includes(start + index) })),
		continues: { before: start > section.start, after: end < section.end },
	};
}

/** A part of a list of words. */
interface Range {
	readonly start: number;
	/** The index after the last word of the range. */
	readonly end: number;
}

interface Section extends Range {
	readonly author: string | undefined;
}

/** Divides a text into sections: one for all descriptions, and one for each review. Leaves out the reviews' authors. */
function sectionsOf(all: readonly string[]): Section[] {
	const marks = [...all.keys()].filter((place) => all[place] === REVIEW);
	return [-1, ...marks].map((mark, index) => {
		const end = marks[index] ?? all.length;
		const text = mark === -1 ? -1 : all.indexOf(TEXT, mark);
		// If no text follows the author, the section has only the author's name.
		const isAuthored = text !== -1 && text < end;
		const author = mark === -1 ? undefined : all.slice(mark + 1, isAuthored ? text : end).join(' ');
		return { start: (isAuthored ? text : mark) + 1, end, author };
	});
}

/** Counts the distinct words at the given indexes. */
function countWords(all: readonly string[], places: readonly number[]): number {
	return new Set(places.map((place) => fold(all[place]!))).size;
}

/** Returns the `EXCERPT` words of a section that contain the most matches. Centers the matches if possible. */
function excerptOf(section: Section, places: readonly number[]): Range {
	const runs = places.map((first) => places.filter((place) => place >= first && place < first + EXCERPT));
	const run = runs.reduce((best, other) => (other.length > best.length ? other : best));
	const before = Math.floor((EXCERPT - 1 - (run.at(-1)! - run[0]!)) / 2);
	const start = Math.max(section.start, Math.min(run[0]! - before, section.end - EXCERPT));
	return { start, end: Math.min(section.end, start + EXCERPT) };
}
