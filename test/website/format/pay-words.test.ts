import { expect, test } from 'vitest';
import { basePay, typeWords } from '../../../src/website/format/pay-words.ts';
import { publishedProgram } from '../../support/published-program.ts';

const recurring = { commission_type: 'recurring', commission_rate: 50 } as const;
const EUROS = { commission_amount: 45, currency: 'EUR' } as const;

test.each([
	[{ ...recurring, commission_months: 12 }, '50% of each payment for 12 months'],
	[{ ...recurring, commission_per: 'sale', commission_months: 12 }, '50% of each payment for 12 months'],
	[{ ...recurring, commission_lifetime: true }, '50% of each payment for life'],
	[{ commission_type: 'recurring', ...EUROS }, '€45 for each payment'],
	[EUROS, '€45 per sale'],
	[{ commission_rate: 60, commission_qualifier: 'up_to' }, 'up to 60% of each sale'],
	[{ commission_rate: 30, commission_qualifier: 'from', commission_maximum: 40 }, '30–40% of each sale'],
	[{ commission_rate: 60, commission_per: 'first_payment' }, '60% of the first payment'],
	[{ ...EUROS, commission_per: 'lead' }, '€45 per lead'],
	[{ ...EUROS, commission_per: 'other' }, '€45'],
	[{ commission_type: 'hybrid', commission_amount: 50, commission_rate: 10, currency: 'USD' }, '$50 + 10%'],
	[{ commission_text: 'it varies' }, ''],
] as const)('%o pays: %s', (fields, words) => {
	expect(basePay(publishedProgram(fields)).replaceAll('\u00a0', ' ')).toBe(words);
});

test.each([
	[null, 'one-time'],
	['sale', 'one-time'],
	['lead', 'one-time, per lead'],
	['signup', 'one-time, per sign-up'],
	['first_payment', 'one-time, first sale only'],
	['other', 'one-time, not per sale'],
] as const)('A type names an event that readers do not expect: %s', (commission_per, words) => {
	expect(typeWords(publishedProgram({ commission_per }))).toBe(words);
});
