import { expect, test } from 'vitest';
import type { Program } from '../../../src/catalog/program.ts';
import { unsureTerms } from '../../../src/snapshot/terms/contradictory-terms.ts';
import { filledTerms } from '../../../src/snapshot/terms/fill-terms.ts';
import { withGiven } from '../../../src/snapshot/terms/given-terms.ts';
import { made } from '../made.ts';

const stored = (fields: Partial<Program>) => filledTerms(made('programs', fields));

/** Why a program is unsure, and the rates that were understood. */
function found(program: Program) {
	const unsure = unsureTerms(program);
	return unsure && [unsure.why, ...unsure.readings.map(({ offer }) => offer.rate ?? offer.amount)];
}

const WORDS = '20% of each payment for life';

test.each<[string, Partial<Program>, readonly unknown[]]>([
	[
		'words that contradict each other',
		{ commission_text: WORDS, description: 'Earn 25% for life.' },
		['Its words contradict each other.', 20, 25],
	],
	[
		'words that are not understood',
		{ commission_text: 'no longer 20%, now 10%' },
		[expect.stringMatching(/^Not stated, because .+\.$/)],
	],
	[
		'words with another figure than the source',
		{ commission_text: WORDS, commission_rate: 30 },
		['Its source gives 30%, but its words say something else.', 20],
	],
	[
		'words in another currency than the program',
		{ commission_text: '€50 per sale', currency: 'USD' },
		['The amounts of the program are in USD, but those of its words are not.', 50],
	],
])('a program is unsure with %s', (_, fields, why) => {
	expect(found(stored(fields))).toEqual(why);
});

test.each<[string, Partial<Program>]>([
	['its figure was read', { commission_text: WORDS }],
	['its source gives the same figure', { commission_text: WORDS, commission_rate: 20 }],
	[
		'both figures of “$50 + 10%” are given',
		{ commission_text: '$50 + 10%', commission_rate: 10, commission_amount: 50 },
	],
	['its words have no figure', { commission_text: 'varies' }],
	['its source gives a figure that the words do not say', { commission_text: 'varies', commission_rate: 20 }],
])('a program is sure if %s', (_, fields) => {
	expect(found(stored(fields))).toBeNull();
});

test('a program is sure once an editor has entered a figure', () => {
	const unsure = stored({ commission_text: WORDS, description: 'Earn 25% for life.' });
	const entered = filledTerms(withGiven({ ...unsure, commission_rate: 25 }, ['commission_rate']));
	expect(found(entered)).toBeNull();
});

test('a program is sure once an editor has said that its figure is not known', () => {
	const unsure = stored({ commission_text: WORDS, description: 'Earn 25% for life.' });
	expect(found(filledTerms(withGiven(unsure, ['commission_rate'])))).toBeNull();
});
