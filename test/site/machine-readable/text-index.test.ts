import { describe, expect, test } from 'vitest';
import type { PublishedProgram, PublishedReview } from '../../../src/catalog/published.ts';
import { textRecords } from '../../../src/site/machine-readable/text-index.ts';
import { publishedProgram } from '../../support/published-program.ts';

/** The record of a program with these fields and reviews, in a directory of nothing else. */
function recordOf(fields: Partial<PublishedProgram>, reviews: readonly Partial<PublishedReview>[] = []) {
	const texts = reviews.map((review) => ({ title: '', body: '', ...review }));
	const [record] = [
		...textRecords({ categories: [], organizations: [], programs: [[publishedProgram(fields), texts]] }),
	];
	return record!;
}

describe('textRecords', () => {
	test('a program is found by its organization, descriptions, categories and reviews', () => {
		const categories = [{ slug: 'mail', name: 'Mail & SMS' }];
		const record = recordOf(
			{ description: 'Short.', long_description: '**Long** [text](https://a.example/)', categories },
			[{ title: 'Paid', body: 'On  time.\nAlways.' }, { body: 'Fine.' }],
		);
		expect(record.url).toBe('/programs/acme/');
		expect(record.content).toBe('Acme · Short. · Long text · Mail & SMS · Paid · On time. Always. · Fine.');
		expect(record.filters).toEqual({ kind: ['Program'] });
	});

	test('a program says what it pays and how long its cookie lasts', () => {
		const terms = { commission_rate: 10, commission_amount: 50, currency: 'USD', cookie_days: 60 };
		const { meta } = recordOf({ ...terms, commission_type: 'hybrid', commission_text: '$50 + 10%' });
		expect(meta).toEqual({ title: 'Acme', pays: '$50 + 10%', terms: 'hybrid', cookie: '60\u00a0days' });
	});

	test('a program without figures says its own words, or the type alone, and leaves out what nobody knows', () => {
		expect(recordOf({ commission_text: 'varies' }).meta).toEqual({ title: 'Acme', terms: 'varies' });
		expect(recordOf({}).meta).toEqual({ title: 'Acme', terms: 'one-time' });
	});

	test('categories and organizations say how many programs they have, and have a text even when nobody wrote one', () => {
		const group = { slug: 'acme', name: 'Acme', description: null, program_count: 2 };
		const groups = { categories: [{ ...group, description: 'Things.' }], organizations: [group], programs: [] };
		const meta = { title: 'Acme', programs: '2' };
		expect([...textRecords(groups)]).toEqual([
			{ url: '/categories/acme/', content: 'Things.', filters: { kind: ['Category'] }, meta },
			{ url: '/organizations/acme/', content: 'Acme', filters: { kind: ['Organization'] }, meta },
		]);
	});

	test('a program with the name of its organization stands for both, and is found by the words of both', () => {
		const organization = { slug: 'acme', name: 'ACME', description: 'Makers of anvils.', program_count: 2 };
		const records = [
			...textRecords({
				categories: [],
				organizations: [organization, { ...organization, slug: 'other', name: 'Other' }],
				programs: [
					[publishedProgram({ organization }), []],
					[publishedProgram({ slug: 'acme-pro', name: 'Acme Pro', organization }), []],
				],
			}),
		];
		expect(records.map(({ url }) => url)).toEqual(['/programs/acme/', '/programs/acme-pro/', '/organizations/other/']);
		expect(records.map(({ content }) => content.includes('anvils'))).toEqual([true, false, true]);
	});

	test('no text is longer than a browser should load with a result', () => {
		const long = 'word '.repeat(10_000);
		const reviews = Array.from({ length: 50 }, () => ({ body: long }));
		const record = recordOf({ name: long, description: long, long_description: long, commission_text: long }, reviews);
		expect(record.content.length).toBeLessThanOrEqual(20_001);
		expect(record.content.split(' · ')[1]!.length).toBeLessThanOrEqual(2001);
		expect(record.meta.title.length).toBeLessThanOrEqual(101);
		expect(record.meta.terms!.length).toBeLessThanOrEqual(41);
	});
});
