import { describe, expect, test } from 'vitest';
import type { Organization } from '../../../src/catalog/organization.ts';
import type { Program } from '../../../src/catalog/program.ts';
import { profileLines } from '../../../src/commands/profile-lines.ts';
import { profileOf } from '../../../src/snapshot/import/profile.ts';
import { made } from '../made.ts';

/** The profile of these programs and of an organization without one. */
function profile(programs: readonly Partial<Program>[], organizations: readonly Partial<Organization>[] = [{}]) {
	return profileOf({
		organizations: organizations.map((fields) => made('organizations', fields)),
		categories: [],
		programs: programs.map((fields) => made('programs', fields)),
		reviews: [],
	});
}

const FIVE: readonly Partial<Program>[] = [
	{ slug: 'a', commission_rate: 20, cookie_days: 30, signup_url: 'https://join.a.example/' },
	{ slug: 'b', commission_type: 'one_time', commission_amount: 50, currency: 'EUR', cookie_days: 365 },
	{ slug: 'c', commission_type: 'one_time', commission_amount: 9000, payout_minimum: 25 },
	{ slug: 'd', commission_rate: 400, website_url: 'https://www.d.example/' },
	{ slug: 'e', commission_rate: 30, commission_text: '20% of every sale', website_url: 'https://shop.d.example/' },
];

const at = (program: string, value: number, currency: string | null = null) => ({ program, value, currency });

describe('The profile of a first import', () => {
	test('counts what the programs have, and finds the programs with the lowest and the highest figures', () => {
		expect(profile(FIVE, [{}, { slug: 'other' }])).toEqual({
			programs: 5,
			with_commission: 5,
			by_commission_type: { recurring: 3, one_time: 2, hybrid: 0, tiered: 0 },
			with_cookie_days: 2,
			with_signup_url: 1,
			domains: 2,
			organizations_without_program: 1,
			usual_values: [],
			figures: {
				commission_rate: { lowest: at('a', 20), highest: at('d', 400) },
				commission_amount: { lowest: at('b', 50, 'EUR'), highest: at('c', 9000) },
				cookie_days: { lowest: at('a', 30), highest: at('b', 365, 'EUR') },
				payout_minimum: { lowest: at('c', 25), highest: at('c', 25) },
			},
			contradictory: ['e'],
		});
	});

	test('names the values that nearly all programs have', () => {
		const hundred = Array.from({ length: 100 }, (_, i) => ({
			slug: `p${i}`,
			cookie_days: i < 4 ? 7 : 30,
			payout_minimum: i < 50 ? i : null,
			restrictions: ['coupons'],
		}));
		expect(profile(hundred)!.usual_values).toEqual([
			{ field: 'cookie_days', value: 30, share: 0.96 },
			{ field: 'restrictions', value: ['coupons'], share: 1 },
		]);
	});

	test('is printed in a few lines', () => {
		expect(profileLines(profile(FIVE)!)).toEqual([
			'Profile of the programs, to check at a glance:',
			'  commission figure:               5 of 5 (100%)',
			'  commission type:                 3 recurring, 2 one-time',
			'  cookie duration:                 2 of 5 (40%)',
			'  sign-up link:                    1 of 5 (20%)',
			'  domains:                         2',
			'  organizations without a program: 0',
			'  commission, percentage:          20% (a) to 400% (d)',
			'  commission, amount:              €50 (b) to 9,000 (c)',
			'  cookie duration, days:           30 (a) to 365 (b)',
			'  payout threshold:                25 (c)',
			'  nearly the same everywhere:      nothing',
			'  contradictory terms:             1: e',
		]);
	});

	test('is left out if there are no programs', () => {
		expect(profile([])).toBeUndefined();
	});
});
