import { expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { advantages, similarProgram } from '../../../src/website/program/program-page.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { offer } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

/** The advantages of a similar program over a program, given by their relevant fields. */
function advantagesOf(other: Partial<PublishedProgram>, program: Partial<PublishedProgram>): string {
	return advantages(publishedProgram(other), publishedProgram(program));
}

test('the advantages of a similar program are a higher commission, a longer cookie and a higher rating', () => {
	const program = { commission_rate: 20, cookie_days: 30, rating_average: 4, review_count: 5 };
	const better = { commission_rate: 30, cookie_days: 60, rating_average: 4.5, review_count: 5 };
	expect(advantagesOf(better, program)).toBe('higher commission, longer cookie, higher rating');
	expect(advantagesOf({ ...better, review_count: 4 }, program)).toBe('higher commission, longer cookie');
	expect(advantagesOf({ ...program, cookie_days: 31 }, program)).toBe('longer cookie');
	expect(advantagesOf(program, program)).toBe('');
});

test('an unknown value is no advantage, and nothing is an advantage over it', () => {
	expect(advantagesOf({ commission_rate: 20, cookie_days: 30, rating_average: 4, review_count: 5 }, {})).toBe('');
	expect(advantagesOf({}, { commission_rate: 20, cookie_days: 30, rating_average: 4, review_count: 5 })).toBe('');
});

test.each<[string, Partial<PublishedProgram>, Partial<PublishedProgram>]>([
	['a maximum', { commission_rate: 60, commission_qualifier: 'up_to' }, { commission_rate: 20 }],
	['one of another type', { commission_rate: 60, commission_type: 'recurring' }, { commission_rate: 20 }],
	['an amount', { commission_amount: 60, currency: 'USD' }, { commission_rate: 20 }],
	[
		'paid for another time',
		{ commission_rate: 60, commission_months: 3 },
		{ commission_rate: 20, commission_months: 12 },
	],
	['one of several offers', { commission_rate: 60, offers: [offer({ rate: 5 })] }, { commission_rate: 20 }],
	['more than one of several', { commission_rate: 60 }, { commission_rate: 20, offers: [offer({ rate: 90 })] }],
	['one in another currency', { commission_amount: 60, currency: 'USD' }, { commission_amount: 20, currency: 'EUR' }],
])('a commission is not higher if it is %s', (_, other, program) => {
	expect(advantagesOf(other, program)).toBe('');
});

test('an amount is higher than another in the same currency', () => {
	expect(advantagesOf({ commission_amount: 60, currency: 'USD' }, { commission_amount: 20, currency: 'USD' })).toBe(
		'higher commission',
	);
});

test('a similar program has only the facts that its row shows', () => {
	const program = publishedProgram({
		source_url: 'https://acme.example/terms',
		imported_at: '2026-04-17T00:00:00Z',
	});
	const fields = Object.entries(similarProgram(directoryOf([program]).programs[0]!, program));
	const others = /long_description|organization|source_url|_at$|network|platform|views/;
	expect(fields.filter(([field, value]) => others.test(field) && value !== null)).toEqual([]);
});
