/** Values as people write them. */
import { describe, expect, test } from 'vitest';
import { splitWords } from '../../../../src/shared/text.ts';
import { applyMapping } from '../../../../src/snapshot/import/table/apply-mapping.ts';
import { guessMapping } from '../../../../src/snapshot/import/table/guess-mapping.ts';
import { planOf, programsIn, readTable, tableOf } from './made.ts';

/** What is read from a column with these values, in a table of programs. */
function column(name: string, values: readonly string[], field: string): unknown[] {
	const rows = values.map((value, index) => `Brand ${index};https://b${index}.example;${value}`);
	return programsIn(tableOf(`Name;Website;${name}`, ...rows)).map((program) => program[field]);
}

/** The rows of a column that are refused. */
function refusedIn(name: string, values: readonly string[]): (readonly [row: number, value: unknown])[] {
	const rows = values.map((value, index) => `Brand ${index};https://b${index}.example;${value}`);
	return readTable(tableOf(`Name;Website;${name}`, ...rows)).problems.map(({ row, value }) => [row, value]);
}

const applied = (table: ReturnType<typeof tableOf>) => applyMapping(table, guessMapping(table).mapping);

test('an approval by invitation is an availability, unless the table has one', () => {
	const values = ['manual', 'Invite only', 'auto-approve'];
	expect(column('Approval', values, 'approval')).toEqual(['manual', undefined, 'automatic']);
	expect(column('Approval', values, 'availability')).toEqual([undefined, 'invitation', undefined]);
	const [closed] = programsIn(tableOf('Name;Website;Approval;Status', 'A;a.example;by invitation;closed'));
	expect(closed).toMatchObject({ approval: undefined, availability: 'closed' });
});

describe('commissions', () => {
	test.each([
		['20%', { commission_rate: 20, commission_text: null }],
		['12,5 %', { commission_rate: 12.5 }],
		['12,5 %', { commission_rate: 12.5 }],
		['20 percent', { commission_rate: 20 }],
		['15 Prozent', { commission_rate: 15 }],
		['$50/sale', { commission_amount: 50, currency: 'USD', commission_per: 'sale', commission_text: '$50/sale' }],
		['1.234,56 €', { commission_amount: 1234.56, currency: 'EUR', commission_text: null }],
		['1,234.56 USD', { commission_amount: 1234.56, currency: 'USD' }],
		["CHF 1'200.–", { commission_amount: 1200, currency: 'CHF' }],
		['£75', { commission_amount: 75, currency: 'GBP' }],
		['US$ 40', { commission_amount: 40, currency: 'USD' }],
		['20-30%', { commission_rate: 20, commission_maximum: 30, commission_qualifier: 'from' }],
		['20 bis 30 %', { commission_rate: 20, commission_maximum: 30 }],
		['bis zu 60 %', { commission_rate: 60, commission_qualifier: 'up_to', commission_text: 'bis zu 60 %' }],
		['ab 5 %', { commission_rate: 5, commission_qualifier: 'from' }],
		['recurring 20%', { commission_rate: 20, commission_type: 'recurring', commission_per: 'payment' }],
		['30% lifetime', { commission_rate: 30, commission_type: 'recurring', commission_lifetime: true }],
		['25 % für 12 Monate', { commission_rate: 25, commission_months: 12, commission_type: 'recurring' }],
		['10 % einmalig', { commission_rate: 10, commission_type: 'one_time' }],
		['$75 or 20%', { commission_amount: 75, offers: [expect.objectContaining({ rate: 20, relation: 'or' })] }],
		['varies', { commission_rate: null, commission_amount: null, commission_text: 'varies' }],
		['n/a', { commission_rate: null, commission_text: null }],
		['k. A.', { commission_rate: null, commission_text: null }],
		['–', { commission_rate: null, commission_text: null }],
	])('%s', (text, read) => {
		const table = tableOf(
			'Name;Website;Commission',
			`Acme;acme.example;${text}`,
			'Bolt;bolt.example;5%',
			'Cask;cask.example;€5',
		);
		const { writes, problems } = planOf(table);
		expect(writes.programs[0]).toMatchObject(read);
		expect(problems).toEqual([]);
	});

	test('without a unit among others are kept as text, because 20 may be money or a percentage', () => {
		expect(column('Commission', ['20', '15%', '$30'], 'commission_rate')).toEqual([undefined, 15, undefined]);
		expect(column('Commission', ['20', '15%', '$30'], 'commission_text')).toEqual(['20', undefined, undefined]);
	});

	test('without any unit are what the name of the column says', () => {
		expect(column('Commission (%)', ['20', '15'], 'commission_rate')).toEqual([20, 15]);
		expect(column('Provision in Euro', ['20', '15'], 'commission_amount')).toEqual([20, 15]);
		expect(column('Provisionssatz', ['20', '12,5'], 'commission_rate')).toEqual([20, 12.5]);
	});

	test('without any unit or name of one are percentages up to 100, and a question', () => {
		const table = tableOf('Name,Website,Commission', 'Acme,acme.example,20', 'Bolt,bolt.example,15');
		const { mapping, questions } = guessMapping(table);
		expect(mapping.columns.Commission).toEqual({ field: 'commission', unit: '%' });
		expect(questions[0]?.text).toBe('What are numbers such as 20 in the column “Commission”?');
		expect(questions[0]?.choices.map(({ label }) => label)).toEqual([
			'percent',
			'an amount in USD',
			'neither (kept as text)',
		]);
		expect(questions[0]?.choices[1]?.change(mapping).columns.Commission?.unit).toBe('USD');
	});

	test('that are all at most 1 are shares', () => {
		expect(column('Commission', ['0.2', '0.125', '0.3'], 'commission_rate')).toEqual([20, 12.5, 30]);
	});
});

describe('cookies', () => {
	test.each([
		['30 days', 30],
		['60d', 60],
		['1 Year', 365],
		['30 Tage', 30],
		['2 Wochen', 14],
		['24h', 1],
		['3 Monate', 90],
		['90', 90],
		['up to 90 days', 90],
		['60 days, first-touch', 60],
		['30 days (last click)', 30],
		['session', 0],
		['Session-Based', 0],
		['-', undefined],
		['Lifetime', undefined],
		['Varies', undefined],
		['5 Hours', undefined],
		['30 - 60 Days', undefined],
		['30-90', undefined],
		['90 days, not yet verified', undefined],
		['30 days or lifetime', undefined],
	])('of %j are %j days', (text, days) => {
		expect(column('Cookie', [text, '30', '60', '90'], 'cookie_days')[0]).toBe(days);
		expect(refusedIn('Cookie', [text, '30', '60', '90'])).toEqual([]);
	});

	test('are read in the unit that the name of the column says', () => {
		expect(column('Cookie (hours)', ['24', '720'], 'cookie_days')).toEqual([1, 30]);
		expect(column('Cookie-Laufzeit (Monate)', ['1', '12'], 'cookie_days')).toEqual([30, 365]);
	});

	test('that are no number of days are left empty, and the report says so', () => {
		const { notes } = applied(tableOf('Name;Website;Cookie', 'Acme;acme.example;30', 'Bolt;bolt.example;ask them'));
		const detail = 'as unknown, because they are no number of days';
		expect(notes).toContainEqual({ about: 'read in column Cookie', detail, programs: [], rows: [3] });
	});

	test('are not guessed from a column of yes and no', () => {
		const { columns } = guessMapping(tableOf('Name;Website;nofollow', 'A;a.example;1', 'B;b.example;1')).mapping;
		expect(Object.keys(columns)).toEqual(['Name', 'Website']);
	});
});

describe('dates', () => {
	const DAY = '2026-04-18T00:00:00Z';

	test('are read in many forms in one column', () => {
		const written = [
			...splitWords('2026-04-18 18.04.2026 18.4.26 18/04/2026 18-04-2026 2026/04/18 46130'),
			...['18 Apr 2026', 'April 18, 2026', 'Sat, 18 Apr 2026', '18. April 2026', '18 avril 2026'],
			...['18 de abril de 2026', '18 aprile 2026'],
		];
		expect(new Set(column('Added', written, 'created_at'))).toEqual(new Set([DAY]));
	});

	test('have one reading for a column, which a single date decides', () => {
		expect(column('Added', ['4/5/2026', '4/18/2026'], 'created_at')).toEqual(['2026-04-05T00:00:00Z', DAY]);
		expect(column('Added', ['4/5/2026', '18/4/2026'], 'created_at')).toEqual(['2026-05-04T00:00:00Z', DAY]);
	});

	test('that can all be read in two ways are a question', () => {
		const table = tableOf('Name,Website,Added', 'Acme,acme.example,4/5/2026', 'Bolt,bolt.example,6/7/2026');
		const { mapping, questions } = guessMapping(table);
		const [question] = questions;
		expect(question?.text).toBe('Which comes first in dates such as 4/5/2026 in the column “Added”?');
		const other = question!.choices[1]!.change(mapping).columns.Added!.dates;
		expect(new Set([mapping.columns.Added!.dates, other])).toEqual(new Set(['day-month', 'month-day']));
	});

	test('of days that do not exist refuse their rows', () => {
		expect(refusedIn('Added', ['2026-04-18', '31.02.2026', '18.04.2026', '1.1.2026'])).toEqual([[3, '31.02.2026']]);
	});
});

test('yes and no are read in several languages, and as marks', () => {
	const written = ['yes', 'ja', 'oui', 'sí', '✓', 'TRUE', '1', 'x', 'no', 'nein', 'non', '✗', 'FALSE', '-'];
	expect(column('Verified?', written, 'verified')).toEqual([
		...Array(8).fill(true),
		...Array(5).fill(false),
		undefined,
	]);
});

test('categories are made by name, and a comma separates two', () => {
	const table = tableOf('Name;Website;Category', 'Acme;acme.example;HR & Recruiting', 'Bolt;bolt.example;CRM, Sales');
	expect(programsIn(table).map(({ categories }) => categories)).toEqual([['hr-recruiting'], ['crm', 'sales']]);
	const made = readTable(table, undefined, 'categories').records;
	expect(made.map(({ raw, initial }) => ({ ...initial, ...raw }))).toEqual([
		{ slug: 'hr-recruiting', name: 'HR & Recruiting', icon: 'user-plus' },
		{ slug: 'crm', name: 'CRM', icon: 'contact' },
		{ slug: 'sales', name: 'Sales', icon: 'handshake' },
	]);
});

test('addresses may lack https://, and may be Markdown links', () => {
	expect(column('Logo', ['acme.example/logo.png', '[logo](https://acme.example/l.svg)', '-'], 'logo_url')).toEqual([
		'https://acme.example/logo.png',
		'https://acme.example/l.svg',
		undefined,
	]);
});

test('a payout threshold in another currency than the commission is left out', () => {
	const table = tableOf('Name;Website;Commission;Min payout', 'Acme;acme.example;€20;$50', 'Bolt;bolt.example;$20;$50');
	expect(programsIn(table)).toMatchObject([
		{ currency: 'EUR', payout_minimum: undefined },
		{ currency: 'USD', payout_minimum: 50 },
	]);
});

test('the report counts what was read in another form, with the first rows', () => {
	const table = tableOf('Name;Website;Cookie;Recurring', 'Acme;acme.example;30 Tage;ja', 'Bolt;bolt.example;60d;nein');
	const { notes } = applied(table);
	expect(notes).toContainEqual({ about: 'read in column Cookie', detail: 'as days', programs: [], rows: [2, 3] });
});

describe('odd values are warnings', () => {
	const warnings = (...lines: readonly string[]) =>
		planOf(tableOf(...lines)).warnings.map(({ row, rule }) => [row, rule]);

	test('a share among percentages, and a rate above 200%', () => {
		const rows = ['Acme,a.example,12.5%', 'Bolt,b.example,0.125%', 'Cask,c.example,15%', 'Dyne,d.example,900%'];
		expect(warnings('Name,Website,Commission', ...rows)).toEqual([
			[3, 'a percentage like the others, whose median is 15%'],
			[5, 'at most 200% in most programs'],
		]);
	});

	test('two programs on one site', () => {
		expect(
			warnings('Name,Website', 'Acme,https://a.example', 'Bolt,http://www.a.example/', 'Cask,a.example/x'),
		).toEqual([[3, 'the site of one program only (row 2 has it too)']]);
	});

	test('formulas, which are kept as text', () => {
		const table = tableOf('Name,Website,Description', 'Acme,a.example,"=HYPERLINK(""x"")"', 'Bolt,b.example,-5 to +5');
		expect(planOf(table).warnings).toMatchObject([{ row: 2, column: 'Description', value: '=HYPERLINK("x")' }]);
		expect(programsIn(table)[0]?.description).toBe('=HYPERLINK("x")');
	});
});

test.each(['#REF!', '#N/A', '#DIV/0!', '#NAME?', '#BEZUG!', 'Err:502'])('%s refuses its row', (error) => {
	const rows = ['Acme,a.example,30', 'Bolt,b.example,60', `Cask,c.example,${error}`];
	expect(readTable(tableOf('Name,Website,Cookie', ...rows)).problems).toMatchObject([{ row: 4, column: 'Cookie' }]);
});

test('columns with notes and contacts are never read', () => {
	const table = tableOf(
		'Name,Website,Notes,Contact,Interne Notizen',
		'Acme,acme.example,ask Tom,tom@acme.example,geheim',
	);
	expect(Object.keys(guessMapping(table).mapping.columns)).toEqual(['Name', 'Website']);
});
