import { expect, test } from 'vitest';
import { payCaption } from '../../../src/website/programs/pay-caption.ts';
import { publishedProgram } from '../../support/published-program.ts';

const recurring = { commission_type: 'recurring', commission_rate: 50, cookie_days: 60 } as const;

test.each([
	[{ ...recurring, commission_months: 12 }, '50% for 12 months; cookie 60 days'],
	[{ ...recurring, commission_lifetime: true }, '50% for as long as the customer pays; cookie 60 days'],
	[recurring, '50% of each payment; cookie 60 days'],
	[{ commission_amount: 45, currency: 'EUR', cookie_days: 1 }, '€45, paid once; cookie 1 day'],
	[{ commission_rate: 60, commission_qualifier: 'up_to' }, 'Up to 60%, paid once'],
	[{ commission_rate: 60, commission_per: 'first_payment' }, '60% of the first sale'],
	[{ commission_amount: 45, currency: 'EUR', commission_per: 'first_payment' }, '€45 for the first sale'],
	[{ commission_amount: 45, currency: 'EUR', commission_per: 'lead' }, '€45 per lead'],
	[{ commission_amount: 45, currency: 'EUR', commission_per: 'other' }, '€45, not per sale'],
	[{ commission_type: 'recurring', commission_amount: 45, currency: 'EUR' }, '€45 for each payment'],
	[
		{ commission_type: 'hybrid', commission_amount: 50, commission_rate: 10, currency: 'USD', cookie_days: 30 },
		'$50 + 10%; cookie 30 days',
	],
] as const)('%o has the caption: %s', (fields, caption) => {
	expect(payCaption(publishedProgram(fields)).replaceAll('\u00a0', ' ')).toBe(caption);
});
