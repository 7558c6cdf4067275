import { describe, expect, test } from 'vitest';
import { type Obstacle, payOf } from '../../src/catalog/pay.ts';
import type { PublishedProgram } from '../../src/catalog/published.ts';
import { CONTRADICTION, offer } from '../support/offer.ts';
import { publishedProgram } from '../support/published-program.ts';

const pay = (fields: Partial<PublishedProgram>) =>
	payOf(publishedProgram({ commission_rate: 30, currency: 'USD', ...fields }), '2026-06-30');

describe('payOf', () => {
	test('is short for the usual offers, because every row of a list has it', () => {
		expect(JSON.stringify(pay({ commission_per: 'payment', commission_months: 12 }))).toBe(
			'{"parts":[{"phases":[{"rate":30,"every":"month","months":12}]}],"currency":"USD"}',
		);
	});

	test('a program that pays 0 has pay', () => {
		expect(pay({ commission_rate: 0 })).toMatchObject({ parts: [{ phases: [{ rate: 0 }] }] });
	});

	test('amounts of an offer are in its own currency', () => {
		const plus = offer({ amount: 5, per: 'sale', currency: 'EUR', relation: 'plus' });
		expect(pay({ offers: [plus] })).toMatchObject({ currency: 'EUR' });
		expect(pay({ commission_amount: 5, offers: [plus] })).toBe('currency');
	});

	test.each<[Obstacle, Partial<PublishedProgram>]>([
		['no figure', { commission_rate: null, commission_text: 'varies' }],
		['contradiction', { commission_rate: null, offers: CONTRADICTION }],
		['expired', { commission_until: '2026-06-29' }],
		['until', { commission_until: '2026-06-30' }],
		['credit', { commission_reward: 'credit' }],
		['credit', { offers: [offer({ amount: 25, relation: 'or', per: 'customer', reward: 'credit' })] }],
		['event', { commission_per: 'other' }],
		['share', { commission_of: 'our commission' }],
		['share', { commission_of: 'first-year contract value', commission_per: 'sale' }],
		['cap', { commission_cap: 100 }],
		['duration', { commission_type: 'recurring', commission_per: 'payment' }],
		['duration', { commission_rate: null, commission_amount: 10, commission_every: 'month' }],
		['start', { commission_per: 'payment', offers: [offer({ rate: 10, per: 'payment', relation: 'then' })] }],
		['relation', { offers: [offer({ amount: 10, per: 'lead' })] }],
	])('a program has no pay that can be calculated because of its %s: %j', (obstacle, fields) => {
		expect(pay(fields)).toBe(obstacle);
	});

	test.each([
		['figures that a contradiction stated before an editor settled it', { offers: CONTRADICTION }],
		['a tier that does not say how it relates to the base offer', { offers: [offer({ rate: 40, condition: 'Gold' })] }],
	])('has only the base offer beside %s', (_name, fields) => {
		expect(pay(fields)).toEqual({ parts: [{ phases: [{ rate: 30 }] }], currency: 'USD' });
	});
});
