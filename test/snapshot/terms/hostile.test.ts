import { expect, test } from 'vitest';
import { growth, LINEAR } from '../../support/growth.ts';
import { read } from './made.ts';

/** Texts, separated by slashes. */
const PIECES = [
	'1/%/1%/1% /$1/$1 /1,/1././- /1-/1 - 1% /$1-$1-/(/)/(1%/($1) / /\n/\n /\t/. /! /|/, / or / and ',
	'1% or $1 /1% + $1 /a/A/AAA /USD /up to /up to 1% /from /first /first 1 /pro /pro and /for the /each ',
	'monthly /avg. /1 000 /$1.000/1-1 sales /capped at $1 /you and your /customers get /give /months 1-',
	'after the /jede /pro Monat /affiliate program: /affiliate program: 1% /Earn 1% for 1 month. /Gold 1%, ',
	'\0/💸/\ud800/‮',
].flatMap((line) => line.split('/'));

test.each(PIECES)('reads texts of %j in a time that grows with their length', async (piece) => {
	let count = 0;
	// What was read before is read again in another currency, or for another duration.
	const readAll = (text: string) =>
		read({
			currency: String(count++),
			rate: text,
			duration: `${count} ${text}`,
			conditions: text,
			descriptions: [text, `${text}1%`],
		});
	expect(await growth(readAll, (length) => piece.repeat(length / piece.length))).toBeLessThan(LINEAR);
});

test('reads any random text', () => {
	let seed = 1;
	const next = (below: number) => {
		seed = (seed * 48271) % 2147483647;
		return seed % below;
	};
	for (let round = 0; round < 2000; round++) {
		const text = Array.from({ length: next(12) + 1 }, () => PIECES[next(PIECES.length)]).join('');
		const { base, contradiction } = read({ rate: text, conditions: text, duration: text, descriptions: [text] });
		if (contradiction) expect(base).toBeNull();
		if (base) expect(base.offer.rate !== null || base.offer.amount !== null).toBe(true);
	}
});
