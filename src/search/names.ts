/** The names by which a search finds a program, in a form that is the same with and without spaces. */
import type { PublishedProgram } from '../catalog/published.ts';
import { fold, words } from './text.ts';

/** The minimum number of letters and digits in a text that finds names starting with it. */
export const SHORTEST_START = 3;

/** Matches a name with a note in parentheses, such as `Acme Mail (formerly Acmeletter)`. */
const WITH_NOTE = /^(?<name>[^()]+)\((?:formerly|previously|now|ex)?\b[\s:]*(?<other>[^()]+)\)$/i;

/** What people write beside a name because all programs in the directory are affiliate programs. */
const BESIDE = 'affiliate|referral|partner';
const AT_START = new RegExp(`^(?:${BESIDE})s?(?: program(?:me)?s?)?(?: |$)`);
const AT_END = new RegExp(` (?:${BESIDE})s?(?: program(?:me)?s?)?$`);

/** Matches the legal form of a company, which says nothing about what a program is. */
export const LEGAL_FORM = /,? (?:inc|llc|ltd|gmbh|corp)\.?(?=$| \()/gim;

/** Returns the other names of a program: both parts of a name with a note in parentheses, and the aliases. */
export function otherNames({ name, aliases }: Pick<PublishedProgram, 'name' | 'aliases'>): string[] {
	const { name: current, other } = WITH_NOTE.exec(name)?.groups ?? {};
	return [current, other, ...(aliases ?? [])].flatMap((text) => text?.trim() || []);
}

/** Removes everything except letters and digits from a folded text: `digital ocean` becomes `digitalocean`. */
export function compact(folded: string): string {
	return words(folded).join('');
}

/** Returns all names of a program, compact and each once. */
export function compactNames(program: Pick<PublishedProgram, 'name' | 'aliases'>): Set<string> {
	return compactSet([program.name, ...otherNames(program)]);
}

/** Folds texts and makes them compact. Returns each once, without empty ones. */
export function compactSet(texts: readonly string[]): Set<string> {
	return new Set(texts.map((text) => compact(fold(text))).filter((text) => text !== ''));
}

/**
 * Returns the phrases that a folded search text can stand for: all its words, and its words without those such as
 * `affiliate program` at its start or end.
 */
export function phrasesMeant(folded: string): string[] {
	const text = words(folded).join(' ');
	return [...new Set([text, text.replace(AT_START, '').replace(AT_END, '')])].filter(Boolean);
}

/** Returns the compact names that a folded search text can stand for. */
export function namesMeant(folded: string): string[] {
	return phrasesMeant(folded).map((phrase) => phrase.replaceAll(' ', ''));
}

type Texts = readonly (string | null)[];

const text = (texts: Texts) => texts.filter((one) => one !== null).join('\n');

function nameTexts(program: PublishedProgram): Texts {
	return [program.name, ...otherNames(program)];
}

/** Returns the names, categories and tags of a program. */
export function topicTexts(program: PublishedProgram): Texts {
	return [...nameTexts(program), ...program.categories.map(({ name }) => name), ...(program.tags ?? [])];
}

/** The facts that full-text search does not cover, but whose words are known, so they are not corrected to others. */
function factText(program: PublishedProgram): string {
	const { commission_text, commission_duration, tracking_platform, payout_frequency, attribution } = program;
	return text([
		...[commission_text, commission_duration, tracking_platform, payout_frequency, attribution],
		...[...(program.payout_methods ?? []), ...(program.restrictions ?? []), program.restrictions_text],
	]);
}

/** Returns the text that full-text search covers, one field per line. See decisions, `q`. */
export function searchText(program: PublishedProgram): string {
	return text([...topicTexts(program), program.description, program.long_description, program.organization.name]);
}

/** The word indexes, by name, with the texts whose words they contain. */
export const WORD_TEXTS: { readonly [name: string]: (program: PublishedProgram) => string } = {
	word: searchText,
	'name-word': (program) => text(nameTexts(program)).replace(LEGAL_FORM, ''),
	'tag-word': ({ tags }) => text(tags ?? []),
	'category-word': ({ categories }) => text(categories.map(({ name }) => name)),
	'about-word': ({ description }) => description,
	'fact-word': factText,
};
