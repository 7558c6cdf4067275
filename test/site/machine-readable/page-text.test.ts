import { describe, expect, test } from 'vitest';
import {
	categoryText,
	networkText,
	programsText,
	programText,
	reviewText,
} from '../../../src/site/machine-readable/page-text.ts';
import { publishedProgram } from '../../support/published-program.ts';
import { publishedReview } from '../../support/published-review.ts';

const LONG = 'Wortungetüm'.repeat(1000);

describe('programText', () => {
	test('says in the title what the program pays', () => {
		const program = publishedProgram({ commission_rate: 30, commission_type: 'recurring', cookie_days: 60 });
		expect(programText({ ...program, description: 'It sends mail.' })).toEqual({
			name: 'Acme',
			title: 'Acme affiliate program: 30% recurring',
			description: 'Commission: 30%, recurring; cookie: 60\u00a0days. It sends mail.',
		});
	});

	test('says nothing of what is not known', () => {
		expect(programText(publishedProgram({}))).toEqual({
			name: 'Acme',
			title: 'Acme affiliate program',
			description: 'Commission: one-time. A program of Acme.',
		});
	});

	test('cuts a name that would push the rest away', () => {
		const { title } = programText(publishedProgram({ name: LONG }));
		expect(title).toMatch(/^Wortung.{1,45}… affiliate program$/);
	});
});

describe('categoryText', () => {
	const category = { slug: 'shops', name: 'Shops', description: null, icon: 'tag' };

	test('gives the best terms of its programs', () => {
		const programs = [
			publishedProgram({ commission_rate: 12.5 }),
			publishedProgram({ commission_rate: null, cookie_days: 90 }),
		];
		expect(categoryText({ ...category, programs }).description.trim()).toBe(
			'Shops: 2 affiliate programs, paying up to 12.5%, with cookies of up to 90\u00a0days.',
		);
	});

	test('gives no terms where none are known', () => {
		const programs = [publishedProgram({ cookie_days: 0 })];
		expect(categoryText({ ...category, programs }).description.trim()).toBe('Shops: 1 affiliate program.');
	});
});

describe('networkText', () => {
	test('calls a network by its name', () => {
		expect(networkText('partnerstack', []).title).toBe('Affiliate programs on PartnerStack');
	});
});

describe('programsText', () => {
	test('counts the programs', () => {
		expect(programsText([publishedProgram({})]).description).toMatch(/^1 affiliate program\. /);
	});
});

describe('reviewText', () => {
	test('has the title of the review', () => {
		expect(reviewText(publishedReview({ title: 'Good' })).title).toBe('Acme review: Good');
	});

	test('names the program, the author and the day where there is no title', () => {
		expect(reviewText(publishedReview({ title: '', body: 'Fine.' }))).toEqual({
			name: 'Review by Ada',
			title: 'Acme review by Ada, 1 February 2025',
			description: 'Ada gives Acme 4.0\u00a0of 5. Fine.',
		});
	});
});
