import { describe, expect, test } from 'vitest';
import { KEY, type Kind, parseRecord } from '../../src/catalog/records.ts';
import { csvSource } from '../../src/importers/csv.ts';
import { NOTHING_STORED, planImport, type Stored } from '../../src/importers/plan.ts';

const NOW = '2026-05-01T12:00:00Z';
const EARLIER = '2024-01-01T00:00:00Z';

const FILES = {
	organizations: 'slug,name\nacme,Acme\n',
	categories: 'slug,name\ntools,Tools\nart,Art\n',
	programs:
		'slug,name,organization,categories,commission_type,website_url\nacme,Acme,acme,tools;art,recurring,https://acme.example\n',
	reviews: `id,program,author_username,rating,created_at\nrev_1,acme,ada,4.5,2026-01-01\n`,
} as const;

function sources(files: { readonly [K in Kind]?: string } = FILES) {
	return Object.entries(files).map(([kind, text]) => csvSource(`${kind}.csv`, kind as Kind, () => Buffer.from(text)));
}

/** What importing `files` into a snapshot that holds what an import of `before` wrote would do. */
function plan(files: { readonly [K in Kind]?: string }, before?: { readonly [K in Kind]?: string }) {
	return planImport(sources(files), before ? storedAfter(before) : NOTHING_STORED, NOW);
}

function storedAfter(files: { readonly [K in Kind]?: string }): Stored {
	const { problems, writes } = planImport(sources(files), NOTHING_STORED, EARLIER);
	expect(problems).toEqual([]);
	return {
		find: (kind, key) => writes[kind].find((record) => record[KEY[kind] as never] === key),
		findAuthor: (username) => {
			const review = writes.reviews.find(({ author_username }) => author_username === username);
			return review && { display_name: review.author_display_name, avatar_url: review.author_avatar_url };
		},
	};
}

/** Where the problems are and what to do: `programs.csv 2 slug: fix`. */
function told(files: { readonly [K in Kind]?: string }, before?: { readonly [K in Kind]?: string }): string[] {
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
		expect(writes.programs).toEqual([(parseRecord('programs', expected, NOW) as { record: unknown }).record]);
	});

	test('changes nothing when the same files come again later', () => {
		const { problems, added, changed, unchanged, writes } = plan(FILES, FILES);
		expect(problems).toEqual([]);
		expect([added, changed]).toEqual([{ organizations: 0, categories: 0, programs: 0, reviews: 0 }, added]);
		expect(unchanged).toEqual({ organizations: 1, categories: 2, programs: 1, reviews: 1 });
		expect(writes).toEqual({ organizations: [], categories: [], programs: [], reviews: [] });
	});

	test('writes only what is new or other', () => {
		const { added, changed, unchanged, writes } = plan(
			{ categories: 'slug,name\ntools,Tools\nart,Arts\nnew,New\n' },
			FILES,
		);
		expect([added.categories, changed.categories, unchanged.categories]).toEqual([1, 1, 1]);
		expect(writes.categories.map(({ name }) => name)).toEqual(['Arts', 'New']);
	});

	test('sees that only the order of the categories changed', () => {
		const { changed } = plan({ ...FILES, programs: FILES.programs.replace('tools;art', 'art;tools') }, FILES);
		expect(changed.programs).toBe(1);
	});

	test('keeps created_at of a stored record when the source has none', () => {
		const organizations = 'slug,name,created_at\nacme,Acme Inc.,\n';
		expect(plan({ organizations }, FILES).writes.organizations[0]).toMatchObject({
			name: 'Acme Inc.',
			created_at: EARLIER,
		});
		expect(plan({ organizations }).writes.organizations[0]?.created_at).toBe(NOW);
	});

	test('leaves a stored field as it is when the source has no such column', () => {
		const full = 'slug,name,description,icon\ntools,Tools,For work,wrench\n';
		expect(plan({ categories: 'slug,name\ntools,Tool box\n' }, { categories: full }).writes.categories).toEqual([
			{ slug: 'tools', name: 'Tool box', description: 'For work', icon: 'wrench' },
		]);
	});

	test('sets a stored field to its null or default when the cell is empty', () => {
		const full = 'slug,name,description,icon\ntools,Tools,For work,wrench\n';
		const empty = 'slug,name,description,icon\ntools,Tools,,\n';
		expect(plan({ categories: empty }, { categories: full }).writes.categories).toEqual([
			{ slug: 'tools', name: 'Tools', description: null, icon: 'tag' },
		]);
	});

	test('gives all reviews of an author the last name, and finds it unchanged the next time', () => {
		const reviews = `id,program,author_username,author_display_name,rating,created_at
rev_1,acme,ada,Ada,4,2026-01-01
rev_2,acme,ada,Ada B.,5,2026-01-02
`;
		const files = { ...FILES, reviews };
		expect(plan(files).writes.reviews.map((review) => review.author_display_name)).toEqual(['Ada B.', 'Ada B.']);
		expect(plan(files, files).unchanged.reviews).toBe(2);
	});

	test('warns of an author with several names or pictures, and says where', () => {
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
					rule: 'what reviews.csv row 2 says of ada, "Ada"',
					fix: 'write one of the two in both, or the last counts',
				},
			],
		});
	});

	test("a source's first suggestion for a field gives way to what is stored", () => {
		const source = {
			file: 'registry.json',
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
	test('come from every row of every file, by file and row', () => {
		const files = {
			programs: 'slug,name,organization,commission_type,website_url\nA,,acme,weekly,x\nb,B,acme,tiered,y\n',
			organizations: 'slug,name\nacme,\n',
		};
		expect(told(files)).toEqual([
			'programs.csv 2 slug: write a',
			'programs.csv 2 name: fill it in',
			'programs.csv 2 commission_type: write one of them',
			'programs.csv 2 website_url: write https://x',
			'programs.csv 3 website_url: write https://y',
			'organizations.csv 2 name: fill it in',
		]);
	});

	test('name the value and the rule', () => {
		expect(plan({ categories: 'slug,name,icon\nart,Art,paint\n' }).problems).toEqual([
			{
				file: 'categories.csv',
				row: 2,
				column: 'icon',
				value: 'paint',
				rule: 'the name of a Lucide icon',
				fix: 'pick a name from lucide.dev/icons, such as tag',
			},
		]);
	});

	test.each([
		['views', '9007199254740993', 'write a smaller number'],
		['cookie_days', '-1.0', 'leave it empty if it is unknown'],
		['categories', 'tools; tools', 'name tools once'],
	])('show what the cell of %s says: %j', (column, cell, fix) => {
		const programs = `slug,name,organization,commission_type,website_url,${column}\na,A,acme,tiered,https://a.example,${cell}\n`;
		const { organizations, categories } = FILES;
		expect(plan({ organizations, categories, programs }).problems).toMatchObject([{ column, value: cell, fix }]);
	});

	test('tell of a missing column once, not in each row', () => {
		expect(told({ categories: 'slug\na\nb\nc\n' })).toEqual(['categories.csv 1 name: add it']);
	});

	test('tell of a cell once', () => {
		expect(told({ ...FILES, reviews: FILES.reviews.replace('4.5', 'good') })).toEqual([
			'reviews.csv 2 rating: write a number such as 12.5',
		]);
	});

	test('tell where a key was before, also in another file', () => {
		const again = csvSource('more/categories.csv', 'categories', () => Buffer.from('slug,name\nart,Art\n'));
		const { problems } = planImport([...sources({ categories: FILES.categories }), again], NOTHING_STORED, NOW);
		expect(problems).toEqual([
			{
				file: 'more/categories.csv',
				row: 2,
				column: 'slug',
				value: 'art',
				rule: 'unlike the others in these files; categories.csv row 3 has it too',
				fix: 'remove one of the two',
			},
		]);
	});

	test('tell of references to nothing', () => {
		expect(told({ programs: FILES.programs, reviews: FILES.reviews.replace('acme', 'acne') })).toEqual([
			'programs.csv 2 organization: add it to organizations, or correct it',
			'programs.csv 2 categories: add it to categories, or correct it',
			'programs.csv 2 categories: add it to categories, or correct it',
			'reviews.csv 2 program: add it to programs, or correct it',
		]);
	});

	test('do not tell of references to what is stored', () => {
		expect(told({ reviews: FILES.reviews.replaceAll('rev_1', 'rev_2') }, FILES)).toEqual([]);
		expect(told({ programs: FILES.programs }, FILES)).toEqual([]);
	});

	test('do not tell of references to records that are wrong themselves', () => {
		const organizations = 'slug,name,website_url\nacme,Acme,x\n';
		expect(told({ ...FILES, organizations })).toEqual(['organizations.csv 2 website_url: write https://x']);
	});

	test.each([
		['has no column of keys', 'name\nAcme\n'],
		['has a row that cannot be read', 'slug,name\nacme\n'],
		['has wrong quotes', 'slug,name\n"acme"x,Acme\n'],
	])('do not judge references to a file that %s', (_, organizations) => {
		const { problems } = plan({ ...FILES, organizations });
		expect(problems.map(({ file }) => file)).toEqual(['organizations.csv']);
	});

	test('tell of a category that a program names twice', () => {
		expect(told({ ...FILES, programs: FILES.programs.replace('tools;art', 'art;art') })).toEqual([
			'programs.csv 2 categories: name art once',
		]);
	});
});
