/** The names by which a search finds a program, in a form that is the same with and without spaces. */
import type { PublishedProgram } from '../catalog/published.ts';
import { fold, words } from './text.ts';

/** The minimum number of letters and digits in a text that finds names starting with it. */
export const SHORTEST_START = 3;

/** Matches a name with a note in parentheses, such as `Acme Mail (formerly Acmeletter)`. */
const WITH_NOTE = /^(?<name>[^()]+)\((?:formerly|previously|now|ex)?\b[\s:]*(?<other>[^()]+)\)$/i;

/** What people write beside a name because all programs in the directory are affiliate programs. */
const BESIDE = new Set(['affiliate', 'affiliates', 'referral', 'referrals', 'partner', 'partners']);
const PROGRAM = new Set(['program', 'programs', 'programme', 'programmes']);

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
 * Returns the phrases that the folded words of a search text can stand for: all the words, and the words without those
 * such as `affiliate program` at the start or end.
 */
export function phrasesMeant(typed: readonly string[]): (readonly string[])[] {
	const start = BESIDE.has(typed[0]!) ? (PROGRAM.has(typed[1]!) ? 2 : 1) : 0;
	const last = PROGRAM.has(typed.at(-1)!) ? typed.length - 2 : typed.length - 1;
	const end = last > start && BESIDE.has(typed[last]!) ? last : typed.length;
	return end - start === typed.length ? [typed] : [typed, typed.slice(start, end)];
}

/** Returns the compact names that the folded words of a search text can stand for. */
export function namesMeant(typed: readonly string[]): string[] {
	return phrasesMeant(typed)
		.map((phrase) => phrase.join(''))
		.filter((name) => name !== '');
}
