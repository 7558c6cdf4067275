import { expect, test } from 'vitest';
import { statedBy } from '../../../src/editor/edits/stated-by.ts';
import { filledTerms } from '../../../src/snapshot/terms/fill-terms.ts';
import { made } from '../../snapshot/made.ts';

test.each([
	['20% for life', 'commission_rate', 'read in the commission: “20% for life”'],
	['varies', 'commission_type', 'from its source'],
	['$75 if not $50', 'commission_type', 'left open, because its words are unclear; its source says recurring'],
	['varies', 'cookie_days', undefined],
])('With the words “%s”, %s is said to be %s', (commission_text, field, by) => {
	const program = made('programs', {
		commission_rate: null,
		commission_type: 'recurring',
		commission_text,
		source_name: null,
	});
	expect(statedBy(filledTerms(program), field)).toBe(by);
});
