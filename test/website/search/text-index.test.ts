import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { groupRecord, programRecord, recordText, reviewsRecord } from '../../../src/website/search/text-index.ts';
import { publishedProgram } from '../../support/published-program.ts';

const recordOf = (fields: Partial<PublishedProgram>) => programRecord(publishedProgram(fields));

describe('programRecord', () => {
	test('contains the organization, descriptions and categories of a program', () => {
		const categories = [{ slug: 'mail', name: 'Mail & SMS' }];
		const long_description = '**Long** [text](https://a.example/)';
		const { url, content, filters } = recordOf({ description: 'Short.', long_description, categories });
		expect([url, content]).toEqual(['/programs/acme/', 'Acme · Short. · Long text · Mail & SMS']);
		expect(filters).toEqual({ kind: 'program' });
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
			...['acmemailformerlyacmeletter', 'acmemail', 'acmeletter', 'acmepost', 'am'],
		]);
		expect(recordOf({ name: 'Acme' }).meta.names).toBe('acme');
	});

	test('has the commission and the cookie duration of a program', () => {
		const terms = { commission_rate: 10, commission_amount: 50, currency: 'USD', cookie_days: 60 };
		const { meta } = recordOf({ ...terms, commission_type: 'hybrid', commission_text: '$50 + 10%' });
		expect(meta).toEqual({ title: 'Acme', names: 'acme', pays: '$50 + 10%', terms: 'hybrid', cookie: '60\u00a0days' });
	});

	test('has the words of a program without figures, or only the type, and leaves out unknown terms', () => {
		expect(recordOf({ commission_text: 'varies' }).meta).toMatchObject({ title: 'Acme', terms: 'varies' });
		expect(recordOf({}).meta).toEqual({ title: 'Acme', names: 'acme', terms: 'one-time' });
	});

	test('limits the length of texts that browsers load with a result', () => {
		const long = 'word '.repeat(10_000);
		const { content, meta } = recordOf({ name: long, long_description: long, commission_text: long });
		expect(content.length).toBeLessThanOrEqual(20_001);
		expect(meta.title.length).toBeLessThanOrEqual(101);
		expect(meta.terms!.length).toBeLessThanOrEqual(41);
	});
});

test('reviewsRecord contains the author, title and text of each review', () => {
	const reviews = [
		{ author_display_name: 'Mara', title: 'Paid', body: 'On  time.' },
		{ author_display_name: 'Ada', title: '', body: 'Fine.' },
	];
	expect(reviewsRecord({ slug: 'acme', name: 'Acme' }, reviews)).toEqual({
		url: '/programs/acme/#reviews',
		content: 'Mara: Paid · On time. · Ada: Fine.',
		meta: { title: 'Reviews of Acme' },
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

test('Texts are joined with a dot between them, without those that are missing', () => {
	expect(recordText(['Acme', 'Sells  anvils.\nHeavy.', null, ' ', 'Hardware'])).toBe(
		'Acme · Sells anvils. Heavy. · Hardware',
	);
});

test('A record contains the start of a long text, and of many texts', () => {
	const long = 'word '.repeat(10_000);
	expect(recordText([long, 'end'])).toMatch(/^(?:word )+word… · end$/);
	expect(recordText(Array(50).fill(long)).length).toBeLessThanOrEqual(20_001);
});
