/** The names under which people write reviews here. Nobody can take a name that looks like another one. */
import { z } from 'zod';
import * as field from './fields.ts';

/** The shortest and the longest name, in characters. */
const SHORTEST = 2;
const LONGEST = 50;

/** Letters, digits and spaces of any script, and the marks that names contain. */
const ALLOWED = /^[\p{L}\p{M}\p{N} .,'’&()_-]+$/u;
/** So many marks on one letter are no spelling, but drawings over other text. */
const STACKED_MARKS = /\p{M}{4}/u;

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
			} else if (RESERVED.has(nameKey(value))) {
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
	Object.entries({
		a: 'аαɑ',
		b: 'ЬьвβƄ',
		c: 'сς',
		d: 'ԁɗ',
		e: 'еєεҽ',
		f: 'ƒ',
		g: 'ɡց',
		h: 'һнηհ',
		j: 'јϳ',
		k: 'кκ',
		l: '1iіιӏıɩlǀ|',
		m: 'мμ',
		n: 'пոν',
		o: '0оοσօ',
		p: 'рρ',
		q: 'ԛզ',
		r: 'гř',
		s: 'ѕꜱ',
		t: 'тτ',
		u: 'υцսʋ',
		v: 'ѵ',
		w: 'ѡԝωш',
		x: 'хχ',
		y: 'уүγʏ',
		z: 'ᴢ',
	}).flatMap(([latin, others]) => Array.from(others, (other) => [other.toLowerCase(), latin] as const)),
);

/** Names that would speak for the directory, or for somebody who is gone. */
const RESERVED: ReadonlySet<string> = new Set(
	[
		'admin',
		'administrator',
		'anonymous',
		'editor',
		'editors',
		'former member',
		'moderator',
		'staff',
		'support',
		'system',
	].map(nameKey),
);

/** The author of reviews whose writer has deleted their account. */
export const FORMER_MEMBER = { username: 'former-member', name: 'Former member' } as const;
