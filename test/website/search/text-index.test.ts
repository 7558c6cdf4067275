import { describe, expect, test } from 'vitest';
import type { PublishedProgram, PublishedReview } from '../../../src/catalog/published.ts';
import { groupRecord, programRecord } from '../../../src/website/search/text-index.ts';
import { publishedProgram } from '../../support/published-program.ts';

/** The record of a program with these fields and reviews. */
function recordOf(fields: Partial<PublishedProgram>, reviews: readonly Partial<PublishedReview>[] = []) {
	const texts = reviews.map((review) => ({ author_display_name: 'Mara', title: '', body: '', ...review }));
	return programRecord(publishedProgram(fields), texts);
}

describe('programRecord', () => {
	test('contains the organization, descriptions, categories and reviews of a program', () => {
		const categories = [{ slug: 'mail', name: 'Mail & SMS' }];
		const record = recordOf(
			{ description: 'Short.', long_description: '**Long** [text](https://a.example/)', categories },
			[{ title: 'Paid', body: 'On  time.\nAlways.' }, { body: 'Fine.' }],
		);
		expect(record.url).toBe('/programs/acme/');
		expect(record.content).toBe(
			'Acme · Short. · Long text · Mail & SMS ¶ Mara · Paid · On time. Always. ¶ Mara · Fine.',
		);
	});

	test('contains the tags, and the other names with and without spaces', () => {
		const { content, meta } = recordOf({
			name: 'Acme Mail (formerly Acmeletter)',
			aliases: ['Acme-Post', 'AM'],
			tags: ['open-source'],
		});
		expect(content).toBe('Acme · open source');
		expect(meta.names!.split('\n')).toEqual([
			...['Acme Mail', 'Acmeletter', 'Acme-Post', 'AM'],
			...['acmemailformerlyacmeletter', 'acmemail', 'acmepost'],
		]);
		expect(recordOf({ name: 'Acme' }).meta).not.toHaveProperty('names');
	});

	test('has the commission and the cookie duration of a program', () => {
		const terms = { commission_rate: 10, commission_amount: 50, currency: 'USD', cookie_days: 60 };
		const { meta } = recordOf({ ...terms, commission_type: 'hybrid', commission_text: '$50 + 10%' });
		expect(meta).toEqual({ title: 'Acme', pays: '$50 + 10%', terms: 'hybrid', cookie: '60\u00a0days' });
	});

	test('has the words of a program without figures, or only the type, and leaves out unknown terms', () => {
		expect(recordOf({ commission_text: 'varies' }).meta).toEqual({ title: 'Acme', terms: 'varies' });
		expect(recordOf({}).meta).toEqual({ title: 'Acme', terms: 'one-time' });
	});

	test('limits the length of texts that browsers load with a result', () => {
		const long = 'word '.repeat(10_000);
		const reviews = Array.from({ length: 50 }, () => ({ body: long }));
		const record = recordOf({ name: long, description: long, long_description: long, commission_text: long }, reviews);
		expect(record.content.length).toBeLessThanOrEqual(20_001);
		expect(record.content.split(' · ')[1]!.length).toBeLessThanOrEqual(2001);
		expect(record.meta.title.length).toBeLessThanOrEqual(101);
		expect(record.meta.terms!.length).toBeLessThanOrEqual(41);
	});
});

describe('groupRecord', () => {
	const group = { slug: 'acme', name: 'Acme', programs: [1, 2] };
	const meta = { title: 'Acme', programs: '2' };

	test('has the number of programs of a category or organization', () => {
		const record = groupRecord('/categories/acme/', { ...group, description: 'Things.' });
		expect(record).toEqual({ url: '/categories/acme/', content: 'Things.', meta });
	});

	test('has the name as its text if there is no description', () => {
		const record = groupRecord('/organizations/acme/', { ...group, description: null });
		expect(record).toMatchObject({ content: 'Acme', meta });
	});
});
