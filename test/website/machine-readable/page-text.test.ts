import { describe, expect, test } from 'vitest';
import {
	categoryText,
	networkText,
	organizationText,
	programsText,
	programText,
	reviewText,
} from '../../../src/website/machine-readable/page-text.ts';
import { CONTRADICTION, offer } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';
import { publishedReview } from '../../support/published-review.ts';

const LONG = 'Wortungetüm'.repeat(1000);

describe('programText', () => {
	test('has a title with the commission', () => {
		const program = publishedProgram({ commission_rate: 30, commission_type: 'recurring', cookie_days: 60 });
		expect(programText({ ...program, description: 'It sends mail.' })).toEqual({
			name: 'Acme',
			title: 'Acme affiliate program: 30% recurring',
			description: 'Acme pays 30% of each payment. Its cookie lasts for 60\u00a0days. It sends mail.',
		});
	});

	test('says whether a figure is a minimum or maximum, and has no figure for contradictory terms', () => {
		expect(programText(publishedProgram({ commission_rate: 60, commission_qualifier: 'up_to' })).title).toBe(
			'Acme affiliate program: up to 60% one-time',
		);
		expect(programText(publishedProgram({ commission_text: '20% recurring', offers: CONTRADICTION }))).toMatchObject({
			title: 'Acme affiliate program',
			description: 'Its source states different commissions for Acme: 20% and 25%. It is run by Acme.',
		});
	});

	test('leaves out unknown terms', () => {
		expect(programText(publishedProgram({}))).toEqual({
			name: 'Acme',
			title: 'Acme affiliate program',
			description: 'The commission of Acme is not stated here. It is run by Acme.',
		});
	});

	test('quotes a commission without figures, shortened', () => {
		const inWords = (commission_text: string) => programText(publishedProgram({ commission_text })).description;
		expect(inWords('varies by plan.')).toContain(': “varies by plan”. ');
		expect(inWords('varies')).toBe('The commission of Acme, in its own words: “varies”. It is run by Acme.');
		expect(inWords(LONG)).toMatch(/“Wortungetüm.{1,80}…”\. It is run by Acme\.$/);
	});

	test('has the long description if the short one is only its start', () => {
		const of = (description: string) =>
			programText(publishedProgram({ description, long_description: 'It sends **mail** to all of your customers.' }));
		expect(of('It sends mail to').description).toMatch(/ It sends mail to all of your customers\.$/);
		expect(of('It is good.').description).toMatch(/ It is good\.$/);
	});

	test('shortens a name that would leave no room for the rest', () => {
		const { title } = programText(publishedProgram({ name: LONG }));
		expect(title).toMatch(/^Wortung.{1,45}… affiliate program$/);
	});
});

describe('categoryText', () => {
	const category = { slug: 'shops', name: 'Shops', description: null, icon: 'tag' };

	test('contains the best terms of its programs', () => {
		const programs = [
			publishedProgram({ commission_rate: 12.5 }),
			publishedProgram({ commission_rate: null, cookie_days: 90 }),
		];
		expect(categoryText(category, programs).description.trim()).toBe(
			'See 2 affiliate programs in the category Shops. They pay up to 12.5%, and their cookies last up to 90\u00a0days.',
		);
	});

	test.each<[string, Parameters<typeof publishedProgram>[0], number]>([
		['a range', { commission_rate: 50, commission_qualifier: 'from', commission_maximum: 70 }, 70],
		['a maximum', { commission_rate: 60, commission_qualifier: 'up_to' }, 60],
		['a first payment', { commission_rate: 100, commission_per: 'first_payment' }, 100],
		['a tier', { offers: [offer({ rate: 75, maximum: 125, condition: 'Gold partners' })] }, 125],
		['an amount', { commission_amount: 200, commission_maximum: 500, currency: 'USD' }, 20],
		['a contradiction', { offers: CONTRADICTION }, 20],
		['an offer that has ended', { commission_rate: 90, commission_until: '2020-01-01' }, 20],
		['credit', { commission_rate: 90, commission_reward: 'credit' }, 20],
		[
			'a tier of something else',
			{ offers: [offer({ rate: 90, of: 'our commission', condition: 'Gold partners' })] },
			20,
		],
	])('says the most that any program pays: %s', (_, fields, most) => {
		const programs = [
			publishedProgram({ commission_rate: 20 }),
			publishedProgram({ commission_rate: null, ...fields }),
		];
		expect(categoryText(category, programs).description).toContain(`They pay up to ${most}%`);
	});

	test('contains no terms if none are known', () => {
		const programs = [publishedProgram({ cookie_days: 0 })];
		expect(categoryText(category, programs).description.trim()).toBe('See 1 affiliate program in the category Shops.');
	});
});

describe('The text of a further page of a list', () => {
	const organization = {
		slug: 'acme',
		name: 'Acme',
		description: 'Makers of anvils.',
		logo_url: null,
		website_url: null,
		plan: 'free',
		created_at: '2025-01-01T00:00:00Z',
	};

	test.each([
		['programs', programsText(undefined)],
		['a category', categoryText({ slug: 'shops', name: 'Shops', description: null, icon: 'tag' }, undefined)],
		['an organization', organizationText(organization, undefined)],
		['a network', networkText('partnerstack', undefined)],
	])('of %s has no totals', (_, { description }) => {
		expect(description).toContain('ffiliate programs');
		expect(description).not.toMatch(/\d/);
	});
});

test('The texts of lists name what they list', () => {
	expect(networkText('partnerstack', []).title).toBe('Affiliate programs on PartnerStack');
	expect(networkText('in-house', []).title).toBe('Affiliate programs without a network');
	expect(programsText([publishedProgram({})]).description).toMatch(/^Compare 1 affiliate program by /);
});

describe('reviewText', () => {
	test('contains the title of the review', () => {
		expect(reviewText(publishedReview({ title: 'Good' })).title).toBe('Acme review: Good');
	});

	test('contains the program, the author and the day if there is no title', () => {
		expect(reviewText(publishedReview({ title: '', body: 'Fine.' }))).toEqual({
			name: 'Review by Ada',
			title: 'Acme review by Ada, 1 February 2025',
			description: 'Ada gives Acme 4.0\u00a0of 5. Fine.',
		});
	});
});
