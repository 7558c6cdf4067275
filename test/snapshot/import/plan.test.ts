import { describe, expect, test } from 'vitest';
import { KEY, type Kind, parseRecord } from '../../../src/catalog/records.ts';
import { csvSource } from '../../../src/snapshot/import/csv.ts';
import { planImport } from '../../../src/snapshot/import/plan.ts';
import { NOTHING_STORED, type Stored } from '../../../src/snapshot/import/stored.ts';
import { type CsvFiles, csvSources } from './read-all.ts';

const NOW = '2026-05-01T12:00:00Z';
const EARLIER = '2024-01-01T00:00:00Z';

const FILES = {
	organizations: 'slug,name\nacme,Acme\n',
	categories: 'slug,name\ntools,Tools\nart,Art\n',
	programs:
		'slug,name,organization,categories,commission_type,website_url\nacme,Acme,acme,tools;art,recurring,https://acme.example\n',
	reviews: `id,program,author_username,rating,created_at\nrev_1,acme,ada,4.5,2026-01-01\n`,
} as const;

/** The plan for importing `files` into a snapshot with the records of `before`. */
function plan(files: CsvFiles, before?: CsvFiles) {
	return planImport(csvSources(files), before ? storedAfter(before) : NOTHING_STORED, NOW);
}

function storedAfter(files: CsvFiles): Stored {
	const { problems, writes } = planImport(csvSources(files), NOTHING_STORED, EARLIER);
	expect(problems).toEqual([]);
	const find: Stored['find'] = (kind, key) => writes[kind].find((record) => record[KEY[kind] as never] === key);
	return {
		...NOTHING_STORED,
		find,
		has: (kind, key) => find(kind, key) !== undefined,
		findAuthor: (username) => {
			const review = writes.reviews.find(({ author_username }) => author_username === username);
			return review && { display_name: review.author_display_name, avatar_url: review.author_avatar_url };
		},
	};
}

/** Where each problem is, and how to fix it: `programs.csv 2 slug: fix`. */
function problemLines(files: CsvFiles, before?: CsvFiles): string[] {
	return plan(files, before).problems.map(({ file, row, column, fix }) => `${file} ${row} ${column}: ${fix}`);
}

describe('planImport', () => {
	test('adds everything to a new snapshot', () => {
		const { problems, added, changed, unchanged, writes } = plan(FILES);
		expect(problems).toEqual([]);
		expect(added).toEqual({ organizations: 1, categories: 2, programs: 1, reviews: 1 });
		expect([changed, unchanged]).toEqual([{ organizations: 0, categories: 0, programs: 0, reviews: 0 }, changed]);
		const expected = {
			slug: 'acme',
			name: 'Acme',
			organization: 'acme',
			categories: ['tools', 'art'],
			commission_type: 'recurring',
			website_url: 'https://acme.example',
		};
		const evidence = { commission_type: { by: 'source', place: null, words: null } };
		const { record } = parseRecord('programs', { ...expected, commission_evidence: evidence }, NOW) as {
			record: unknown;
		};
		expect(writes.programs).toEqual([record]);
	});

	test('writes only new and changed records', () => {
		const { added, changed, unchanged, writes } = plan(
			{ categories: 'slug,name\ntools,Tools\nart,Arts\nnew,New\n' },
			FILES,
		);
		expect([added.categories, changed.categories, unchanged.categories]).toEqual([1, 1, 1]);
		expect(writes.categories.map(({ name }) => name)).toEqual(['Arts', 'New']);
	});

	test('notices a changed order of categories', () => {
		const { changed } = plan({ ...FILES, programs: FILES.programs.replace('tools;art', 'art;tools') }, FILES);
		expect(changed.programs).toBe(1);
	});

	test('keeps created_at of a stored record if the source has none', () => {
		const organizations = 'slug,name,created_at\nacme,Acme Inc.,\n';
		expect(plan({ organizations }, FILES).writes.organizations[0]).toMatchObject({
			name: 'Acme Inc.',
			created_at: EARLIER,
		});
		expect(plan({ organizations }).writes.organizations[0]?.created_at).toBe(NOW);
	});

	test('keeps a stored field if the source has no such column', () => {
		const full = 'slug,name,description,icon\ntools,Tools,For work,wrench\n';
		expect(plan({ categories: 'slug,name\ntools,Tool box\n' }, { categories: full }).writes.categories).toEqual([
			{ slug: 'tools', name: 'Tool box', description: 'For work', icon: 'wrench' },
		]);
	});

	test('updates stored records from a file without the required columns', () => {
		const { problems, writes } = plan(
			{ programs: 'slug,commission_rate\nacme,20\n', reviews: 'id,rating\nrev_1,5\n' },
			FILES,
		);
		expect(problems).toEqual([]);
		expect(writes.programs).toMatchObject([
			{ slug: 'acme', name: 'Acme', categories: ['tools', 'art'], commission_type: 'recurring', commission_rate: 20 },
		]);
		expect(writes.reviews).toMatchObject([{ id: 'rev_1', program: 'acme', author_username: 'ada', rating: 5 }]);
	});

	test('sets a stored field to null or its default if the cell is empty', () => {
		const full = 'slug,name,description,icon\ntools,Tools,For work,wrench\n';
		const empty = 'slug,name,description,icon\ntools,Tools,,\n';
		expect(plan({ categories: empty }, { categories: full }).writes.categories).toEqual([
			{ slug: 'tools', name: 'Tools', description: null, icon: 'tag' },
		]);
	});

	test('keeps the stored name of an author if the source has no column for it', () => {
		const reviews = (columns: string, cells: string) => ({
			...FILES,
			reviews: `id,program,author_username,rating,created_at${columns}\nrev_1,acme,ada,4,2026-01-01${cells}\n`,
		});
		const before = reviews(',author_display_name', ',Ada L.');
		expect(plan({ reviews: reviews('', '').reviews.replace(',4,', ',5,') }, before).writes.reviews).toMatchObject([
			{ rating: 5, author_display_name: 'Ada L.' },
		]);
	});

	describe('updated_at', () => {
		const programs = (columns: string, ...rows: string[]) => ({
			...FILES,
			programs: [`slug,name,organization,commission_type,website_url,${columns}`, ...rows].join('\n'),
		});
		const row = (cells: string) => `acme,Acme,acme,recurring,https://acme.example,${cells}`;
		const dates = ({ writes }: ReturnType<typeof plan>) =>
			writes.programs.map(({ created_at, updated_at }) => [created_at, updated_at]);

		test.each([
			['a missing column', 'cookie_days', '30', '60'],
			['an empty cell', 'cookie_days,updated_at', '30,2024-02-02', '60,'],
			['another order of the categories', 'categories', 'tools;art', 'art;tools'],
			['fewer categories', 'categories', 'tools;art', 'tools'],
			['another status', 'status', 'draft', 'published'],
		])('becomes the time of import if a stored program changes: %s', (_, columns, before, after) => {
			expect(dates(plan(programs(columns, row(after)), programs(columns, row(before))))).toEqual([[EARLIER, NOW]]);
		});

		test('stays if nothing else changes, even if the cell is empty', () => {
			const before = programs('updated_at', row('2024-02-02'));
			expect(plan(programs('updated_at', row('')), before).unchanged.programs).toBe(1);
			expect(plan(FILES, { ...FILES, programs: before.programs }).changed.programs).toBe(1);
		});

		test('is the time in the file, even if other fields change', () => {
			const columns = 'cookie_days,updated_at';
			const { writes } = plan(programs(columns, row('60,2025-05-05')), programs(columns, row('30,2024-02-02')));
			expect(writes.programs).toMatchObject([{ updated_at: '2025-05-05T00:00:00Z' }]);
		});

		test('is never before created_at', () => {
			const later = '2030-01-01T00:00:00Z';
			expect(dates(plan(programs('created_at', row(later)), programs('views', row('1'))))).toEqual([[later, later]]);
		});

		test('of a review changes with its rating and the name of its author, but not with its upvotes', () => {
			const reviews = (cells: string) => ({
				...FILES,
				reviews: `id,program,author_username,created_at,rating,author_display_name,upvotes\nrev_1,acme,ada,2023-01-01,${cells}`,
			});
			const updated = (cells: string) => plan(reviews(cells), reviews('4,Ada,1')).writes.reviews[0]?.updated_at;
			expect(updated('5,Ada,1')).toBe(NOW);
			expect(updated('4,Ada B.,1')).toBe(NOW);
			expect(updated('4,Ada,2')).toBe('2023-01-01T00:00:00Z');
		});

		test('limits created_at if it is given alone', () => {
			const files = programs('updated_at', row('2022-02-02'));
			expect(plan(files).warnings).toEqual([]);
			expect(dates(plan(files))).toEqual([['2022-02-02T00:00:00Z', '2022-02-02T00:00:00Z']]);
		});

		test('is never set back by a file', () => {
			const columns = 'cookie_days,updated_at';
			const [before, after] = [programs(columns, row('30,2025-05-05')), programs(columns, row('60,2024-04-04'))];
			expect(dates(plan(after, before))).toEqual([[EARLIER, NOW]]);
			expect(plan(programs(columns, row('30,2024-04-04')), before).unchanged.programs).toBe(1);
		});

		test.each([
			['views', '7', '8'],
			['checked_at', '2024-03-03', '2025-03-03'],
			['imported_at', '2024-03-03', '2025-03-03'],
			['source_name', 'OpenAffiliate', 'Another registry'],
			['source_url', 'https://a.example/terms', 'https://a.example/partners'],
		])('stays if only %s changes', (column, before, after) => {
			const columns = `${column},updated_at`;
			const planned = plan(
				programs(columns, row(`${after},2025-05-05`)),
				programs(columns, row(`${before},2024-02-02`)),
			);
			expect(planned.writes.programs).toMatchObject([{ updated_at: '2024-02-02T00:00:00Z' }]);
		});

		test('is used for both if it is before created_at in the file, with a warning', () => {
			const files = programs('created_at,updated_at', row('2023-03-03,2022-02-02'));
			expect(dates(plan(files))).toEqual([['2022-02-02T00:00:00Z', '2022-02-02T00:00:00Z']]);
			expect(plan(files).warnings).toEqual([
				{
					file: 'programs.csv',
					row: 2,
					column: 'created_at',
					value: '2023-03-03T00:00:00Z',
					rule: 'no later than updated_at',
					fix: 'correct one of the two dates, because only updated_at is used',
				},
			]);
			expect(plan(files, files).unchanged.programs).toBe(1);
		});
	});

	test('gives all reviews of an author the name from the last row, and changes nothing the next time', () => {
		const reviews = `id,program,author_username,author_display_name,rating,created_at
rev_1,acme,ada,Ada,4,2026-01-01
rev_2,acme,ada,Ada B.,5,2026-01-02
`;
		const files = { ...FILES, reviews };
		expect(plan(files).writes.reviews.map((review) => review.author_display_name)).toEqual(['Ada B.', 'Ada B.']);
		expect(plan(files, files).unchanged.reviews).toBe(2);
	});

	test('warns of an author with several names or pictures, with their places', () => {
		const reviews = `id,program,author_username,author_display_name,author_avatar_url,rating,created_at
rev_1,acme,ada,Ada,https://a.example/1.png,4,2026-01-01
rev_2,acme,ada,,,4,2026-01-01
rev_3,acme,bob,Bob,,4,2026-01-01
rev_4,acme,ada,Ada B.,https://a.example/1.png,5,2026-01-02
rev_5,acme,ada,Ada B.,https://a.example/1.png,5,2026-01-02
`;
		expect(plan({ ...FILES, reviews })).toMatchObject({
			problems: [],
			warnings: [
				{
					file: 'reviews.csv',
					row: 5,
					column: 'author_display_name',
					value: 'Ada B.',
					rule: 'the same in all reviews by ada (reviews.csv row 2 has "Ada")',
					fix: 'correct one of the two rows, because only the last value is used',
				},
			],
		});
	});

	test("prefers a stored value to a source's initial value", () => {
		const source = {
			file: 'registry.json',
			words: { row: 'program', column: 'field' },
			notes: [],
			read: (kind: Kind, sink: { record: (record: object) => void }) => {
				const raw = { slug: 'art', name: 'Art' };
				if (kind === 'categories') sink.record({ row: 1, raw, initial: { icon: 'palette' } });
			},
		};
		const stored = storedAfter({ categories: 'slug,name,icon\nart,Art,brush\n' });
		expect(planImport([source as never], NOTHING_STORED, NOW).writes.categories[0]?.icon).toBe('palette');
		expect(planImport([source as never], stored, NOW).unchanged.categories).toBe(1);
	});
});

describe('problems of planImport', () => {
	test('come from every row of every file, sorted by file and row', () => {
		const files = {
			programs: 'slug,name,organization,commission_type,website_url\nA,,acme,weekly,x.example\nb,B,acme,tiered,n/a\n',
			organizations: 'slug,name\nacme,\n',
		};
		expect(problemLines(files)).toEqual([
			'programs.csv 2 slug: write a',
			'programs.csv 2 name: write the name',
			'programs.csv 2 commission_type: write one of them',
			'programs.csv 2 website_url: write https://x.example',
			'programs.csv 3 website_url: write an address such as https://acme.example/',
			'organizations.csv 2 name: write the name',
		]);
	});

	test('are at most 1,000, and say whether there are more', () => {
		const categories = (rows: number) => `slug,name\n${Array.from({ length: rows }, (_, i) => `a${i},`).join('\n')}`;
		for (const [rows, hasMoreProblems] of [
			[1000, false],
			[1001, true],
			[5000, true],
		] as const) {
			const found = plan({ categories: categories(rows) });
			expect(found.problems).toHaveLength(1000);
			expect(found.problems.at(-1)?.row).toBe(1001);
			expect(found.hasMoreProblems).toBe(hasMoreProblems);
		}
	});

	test.each([
		['views', '9007199254740993', 'correct it, or leave it empty'],
		['cookie_days', '-1.0', 'leave it empty if it is unknown'],
	])('show the text of the cell in %s: %j', (column, cell, fix) => {
		const programs = `slug,name,organization,commission_type,website_url,${column}\na,A,acme,tiered,https://a.example,${cell}\n`;
		const { organizations, categories } = FILES;
		expect(plan({ organizations, categories, programs }).problems).toMatchObject([{ column, value: cell, fix }]);
	});

	test('include a missing column for new records, but not for stored ones', () => {
		expect(problemLines({ categories: 'slug,icon\nart,brush\nnew,tag\n' }, FILES)).toEqual([
			'categories.csv 3 name: write the name',
		]);
		expect(problemLines({ programs: 'slug,commission_rate\nnew,20\n' }, FILES)).toEqual([
			'programs.csv 2 name: write the name',
			'programs.csv 2 organization: write the slug of its organization',
			'programs.csv 2 commission_type: write one of recurring, one_time, hybrid, tiered',
			'programs.csv 2 website_url: write an address such as https://acme.example/',
		]);
		expect(problemLines({ reviews: 'id,title\nrev_2,New\n' }, FILES)).toEqual([
			'reviews.csv 2 program: write the slug of the program',
			'reviews.csv 2 author_username: write the name of the author',
			'reviews.csv 2 rating: write a rating such as 4.5',
			'reviews.csv 2 created_at: write a date such as 2026-04-18T09:30:00Z',
		]);
	});

	test('include the length of a text and its limit', () => {
		const categories = `slug,name\nnew,${'x'.repeat(1234)}\n`;
		expect(plan({ categories }).problems).toMatchObject([
			{ row: 2, column: 'name', rule: 'at most 200 characters long', fix: 'shorten it (it has 1,234)' },
		]);
		const slugs = Array.from({ length: 52 }, (_, index) => `c-${index}`);
		const rows = slugs.map((slug) => `${slug},${slug}`).join('\n');
		const programs = `slug,categories\nacme,${slugs.join(';')}\n`;
		expect(problemLines({ categories: `slug,name\n${rows}\n`, programs }, FILES)).toEqual([
			'programs.csv 2 categories: remove 2 of them',
		]);
	});

	test('include an empty cell in a required column, also for a stored record', () => {
		expect(problemLines({ categories: 'slug,name\nart,\n' }, FILES)).toEqual(['categories.csv 2 name: write the name']);
	});

	test.each([
		['signup_url', 'n/a', 'leave it empty if it is unknown'],
		['tracking_platform', '–', 'leave it empty if it is unknown'],
		['categories', 'n/a', 'leave it empty if it is unknown'],
		['website_url', 'n/a', 'write an address such as https://acme.example/'],
	])('for %s %s say what to write instead', (column, cell, fix) => {
		expect(problemLines({ programs: `slug,${column}\nacme,${cell}\n` }, FILES)).toEqual([
			`programs.csv 2 ${column}: ${fix}`,
		]);
	});

	test('do not include a number, a word or a date that is unknown, because the cell is then empty', () => {
		const programs = 'slug,cookie_days,verified,checked_at,currency\nacme,N/A,unknown,-,none\n';
		expect(problemLines({ programs }, FILES)).toEqual([]);
	});

	test('list a cell once', () => {
		expect(problemLines({ ...FILES, reviews: FILES.reviews.replace('4.5', 'good') })).toEqual([
			'reviews.csv 2 rating: write a rating such as 4.5',
		]);
	});

	test('name the place of an earlier record with the same key, also in another file', () => {
		const again = csvSource('more/categories.csv', 'categories', () => Buffer.from('slug,name\nart,Art\n'));
		const { problems } = planImport([...csvSources({ categories: FILES.categories }), again], NOTHING_STORED, NOW);
		expect(problems).toEqual([
			{
				file: 'more/categories.csv',
				row: 2,
				column: 'slug',
				value: 'art',
				rule: 'unique in these files (categories.csv row 3 has the same value)',
				fix: 'remove one of the two',
			},
		]);
	});

	test('include references to missing records', () => {
		expect(problemLines({ programs: FILES.programs, reviews: FILES.reviews.replace('acme', 'acne') })).toEqual([
			'programs.csv 2 organization: add it to organizations, or correct it',
			'programs.csv 2 categories: add it to categories, or correct it',
			'programs.csv 2 categories: add it to categories, or correct it',
			'reviews.csv 2 program: write acme, or add it to programs',
		]);
	});

	test('do not include references to stored records', () => {
		expect(problemLines({ reviews: FILES.reviews.replaceAll('rev_1', 'rev_2') }, FILES)).toEqual([]);
		expect(problemLines({ programs: FILES.programs }, FILES)).toEqual([]);
	});

	test('do not include references to records that are invalid themselves', () => {
		const organizations = 'slug,name,website_url\nacme,Acme,x.example\n';
		expect(problemLines({ ...FILES, organizations })).toEqual([
			'organizations.csv 2 website_url: write https://x.example',
		]);
	});

	test.each([
		['has no column of keys', 'name\nAcme\n'],
		['has a row that cannot be read', 'slug,name\nacme\n'],
		['has wrong quotes', 'slug,name\n"acme"x,Acme\n'],
	])('do not include references to a file that %s', (_, organizations) => {
		const { problems } = plan({ ...FILES, organizations });
		expect(problems.map(({ file }) => file)).toEqual(['organizations.csv']);
	});
});

test('planImport lists at most 1,000 warnings, counts the others and adds all records', () => {
	const review = (i: number) => `rev_${i},acme,ada,4,2026-02-01,2026-01-01`;
	const rows = Array.from({ length: 1500 }, (_, i) => review(i)).join('\n');
	const reviews = `id,program,author_username,rating,created_at,updated_at\n${rows}\n`;
	const { problems, warnings, moreWarnings, added } = plan({ ...FILES, reviews });
	expect(problems).toEqual([]);
	expect([warnings.length, moreWarnings]).toEqual([1000, 500]);
	expect(added.reviews).toBe(1500);
});
