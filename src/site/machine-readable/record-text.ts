/** The text of a record of the site-wide search: written by the build, and read by the browser to show what matches. */
import { fold, words } from '../../search/text.ts';
import { excerpt } from '../../shared/excerpt.ts';

/** How many characters of a description or review are indexed. */
const LONGEST_TEXT = 2000;
/** How many characters of a program and its newest reviews are indexed. The browser loads them with the result. */
const LONGEST_CONTENT = 20_000;

/** The word before each text of a section, and the one before each review. Texts contain neither. */
const TEXT = '·';
const REVIEW = '¶';
const MARKS = new RegExp(String.raw`[\s\u200b${TEXT}${REVIEW}]+`, 'g');

/** The number of words in an excerpt. Longer words are cut. */
const EXCERPT = 16;
const LONGEST_WORD = 30;

export interface ReviewText {
	readonly author: string;
	readonly title: string;
	readonly body: string;
}

/** Joins the texts of a record. */
export function recordText(texts: readonly (string | null)[], reviews: readonly ReviewText[] = []): string {
	const sections = [texts, ...reviews.map(({ author, title, body }) => [author, title, body])];
	return excerpt(sections.map(sectionText).filter(Boolean).join(` ${REVIEW} `), LONGEST_CONTENT);
}

function sectionText(texts: readonly (string | null)[]): string {
	const cut = texts.map((text) => excerpt((text ?? '').replace(MARKS, ' ').trim(), LONGEST_TEXT));
	return cut.filter(Boolean).join(` ${TEXT} `);
}

/** Endings of English words. The search ignores endings: "marketed" finds "marketing". */
const ENDING = /(?<=\p{L}{4})(?:ations?|ions?|ings?|ers?|ed|es|s|ly|e|y)$/u;

/** The start of a folded word that its other forms share. */
export function withoutEnding(word: string): string {
	return word.replace(ENDING, '');
}

/** The part of a record's text that matches a search. */
export interface Match {
	/** The author, if the match is in a review. */
	readonly author: string | undefined;
	/** The words around the match. */
	readonly excerpt: readonly ExcerptWord[];
	/** Whether the text goes on before and after the excerpt. */
	readonly continues: { readonly before: boolean; readonly after: boolean };
}

export interface ExcerptWord {
	readonly word: string;
	readonly isMatch: boolean;
}

/**
 * Finds the description or review with the most words of the search. Undefined if the name has all words of the search,
 * or if the text has none of the others.
 *
 * @param content the text, as `recordText` made it
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
	/** The place after its last word. */
	readonly end: number;
}

interface Section extends Range {
	readonly author: string | undefined;
}

/** The descriptions, which are one section, and the reviews without their authors. */
function sectionsOf(all: readonly string[]): Section[] {
	const marks = [...all.keys()].filter((place) => all[place] === REVIEW);
	return [-1, ...marks].map((mark, index) => {
		const end = marks[index] ?? all.length;
		const text = mark === -1 ? -1 : all.indexOf(TEXT, mark);
		// Without a text after the author, the author is the whole review.
		const isAuthored = text !== -1 && text < end;
		const author = mark === -1 ? undefined : all.slice(mark + 1, isAuthored ? text : end).join(' ');
		return { start: (isAuthored ? text : mark) + 1, end, author };
	});
}

/** The number of different words at some places. */
function countWords(all: readonly string[], places: readonly number[]): number {
	return new Set(places.map((place) => fold(all[place]!))).size;
}

/** The part of a section with the most matches, which are in its middle. */
function excerptOf(section: Section, places: readonly number[]): Range {
	const runs = places.map((first) => places.filter((place) => place >= first && place < first + EXCERPT));
	const run = runs.reduce((best, other) => (other.length > best.length ? other : best));
	const before = Math.floor((EXCERPT - 1 - (run.at(-1)! - run[0]!)) / 2);
	const start = Math.max(section.start, Math.min(run[0]! - before, section.end - EXCERPT));
	return { start, end: Math.min(section.end, start + EXCERPT) };
}
