/** The names under which people write reviews here. Nobody can take a name that looks like another one. */
import { z } from 'zod';
import words from './author-name.json' with { type: 'json' };
import * as field from './fields.ts';

/** The shortest and the longest name, in characters. */
const SHORTEST = 2;
const LONGEST = 50;

/** Letters, digits and spaces of any script, and the marks that names contain. */
const ALLOWED = /^[\p{L}\p{M}\p{N} .,'’&()_-]+$/u;
/** So many marks on one letter are no spelling, but drawings over other text. */
const STACKED_MARKS = /\p{M}{4}/u;

/** Latin letters beside letters of an alphabet that imitates them. Names in Chinese, Japanese and Korean contain both. */
const MIXED =
	/(?=.*\p{scx=Latin})(?=.*(?![\p{scx=Latin}\p{scx=Common}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}])\p{L})/u;

/** A name that a person chooses. Its value has no space at its ends. */
export const authorName = z
	.string()
	.transform((value) => value.normalize('NFC').trim().replace(/ +/g, ' '))
	.pipe(
		field.name.superRefine((value, context) => {
			const { length } = [...value];
			if (length < SHORTEST || length > LONGEST) {
				field.refuse(context, `${SHORTEST} to ${LONGEST} characters long`, 'write a name of this length');
			} else if (!ALLOWED.test(value) || STACKED_MARKS.test(value)) {
				field.refuse(context, "made of letters, digits, spaces and . , ' & ( ) _ -", 'remove the other characters');
			} else if (!/[\p{L}\p{N}]/u.test(value)) {
				field.refuse(context, 'a name with a letter or a digit', 'write a name such as Ada');
			} else if (MIXED.test(value)) {
				field.refuse(context, 'in letters of one alphabet', 'write it in Latin letters only, or in others only');
			} else if (isReserved(value)) {
				field.refuse(context, 'a name of your own', 'choose another name');
			}
		}),
	);

/**
 * Returns a key that is the same for names that look alike: without differences of width, case, accents, spaces and
 * punctuation, with Cyrillic and Greek letters as the Latin letters that they look like, and with one letter for those
 * that are hard to tell apart in print (I, l and 1; O and 0; rn and m; vv and w).
 */
export function nameKey(name: string): string {
	const plain = name.normalize('NFKC').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
	const latin = Array.from(plain, (character) => LOOKALIKES.get(character) ?? character).join('');
	const letters = latin.replace(/[^\p{L}\p{N}]/gu, '');
	// A name of other characters only, which an import may have, is its own key.
	if (letters === '') return name.normalize('NFKC').trim();
	return letters.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Letters and digits that look like Latin letters. They are compared in lower case, so capitals are here too. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
	Object.entries(words.lookalikes).flatMap(([latin, others]) =>
		Array.from(others, (other) => [other.toLowerCase(), latin] as const),
	),
);

/** Words with which a name speaks for a directory. */
const ROLES: ReadonlySet<string> = new Set(words.roles.split(' ').map(nameKey));

/** Words that can stand beside these without making them the name of a person. */
const FILLERS: ReadonlySet<string> = new Set(words.fillers.split(' ').map(nameKey));

/** Names of somebody who is gone. */
const GONE: ReadonlySet<string> = new Set(words.gone.map(nameKey));

/**
 * Whether a name would speak for the directory, or for somebody who is gone: “Editor”, “The support team”, or the name
 * of the site, alone or with such words.
 *
 * @param site the name of the site, if it is known
 */
export function isReserved(name: string, site = ''): boolean {
	const key = nameKey(name);
	if (ROLES.has(key) || GONE.has(key) || (site !== '' && key === nameKey(site))) return true;
	const [own, siteWords] = [wordsOf(name), wordsOf(site)];
	const hasSite = siteWords.size > 0 && siteWords.isSubsetOf(own);
	const others = own.difference(siteWords);
	if (![...others].every((word) => ROLES.has(word) || FILLERS.has(word))) return false;
	return hasSite || !own.isDisjointFrom(ROLES);
}

/** Returns the keys of the words, of which “SupportTeam” has two. */
function wordsOf(name: string): Set<string> {
	const parts = name.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u);
	return new Set(parts.filter((part) => part !== '').map(nameKey));
}

/** The author of reviews whose writer has deleted their account. */
export const FORMER_MEMBER = { username: 'former-member', name: 'Former member' } as const;
