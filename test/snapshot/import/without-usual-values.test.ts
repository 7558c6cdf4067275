import { expect, test } from 'vitest';
import { readAssignments, setFields } from '../../../src/editor/edits/edit-records.ts';
import { csvSource } from '../../../src/snapshot/import/csv.ts';
import { type ImportOptions, importInto, separateRows } from '../../../src/snapshot/import/import-into.ts';
import { openAffiliateSource } from '../../../src/snapshot/import/openaffiliate.ts';
import { noteLines } from '../../../src/snapshot/import/report.ts';
import type { Source } from '../../../src/snapshot/import/source.ts';
import { applyMapping } from '../../../src/snapshot/import/table/apply-mapping.ts';
import type { Mapping } from '../../../src/snapshot/import/table/mapping.ts';
import { jsonTable } from '../../../src/snapshot/import/table/open-table.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder } from '../../../src/snapshot/read.ts';
import { lockSnapshot } from '../../../src/snapshot/write.ts';
import { change, NOW, snapshotOf } from '../made.ts';
import { tableOf } from './table/made.ts';

/** The cookie durations of the programs `p0`, `p1` and so on. */
type Cookies = readonly number[];
const times = (count: number, days: number): number[] => Array.from({ length: count }, () => days);
const OTHERS: Cookies = [30, 45, 90, 120, 7];
/** Twenty of these 25 programs have the same duration. */
const USUAL: Cookies = [...times(20, 60), ...OTHERS];

/** A registry with these programs. @param submitter who submitted the program with this number */
function registry(cookies: Cookies, submitter = (_index: number) => 'community', words = ''): Source {
	const programs = cookies.map((cookie_days, index) => ({
		slug: `p${index}`,
		name: `P${index}`,
		url: `https://p${index}.example/`,
		commission: { type: 'one-time', rate: '20%' },
		cookie_days,
		submitted_by: submitter(index),
		...(index === 0 && { description: words }),
	}));
	return openAffiliateSource(jsonTable('registry.json', { programs }));
}

const COLUMNS: Mapping['columns'] = {
	Name: { field: 'name' },
	Site: { field: 'website_url' },
	Window: { field: 'cookie_days', unit: 'days' },
};

/** A spreadsheet with these programs, of the network Reach. */
function spreadsheet(cookies: Cookies, mapping: Partial<Mapping> = {}): Source {
	const rows = cookies.map((days, index) => `P${index},https://p${index}.example/,${days},Reach`);
	return applyMapping(tableOf('Name,Site,Window,Network', ...rows), { kind: 'programs', columns: COLUMNS, ...mapping });
}

/** A file in our own format with these programs. */
function ownFile(cookies: Cookies): Source {
	const rows = cookies.map((days, index) => `p${index},P${index},acme,one_time,https://p${index}.example/,${days}`);
	const text = ['slug,name,organization,commission_type,website_url,cookie_days', ...rows].join('\n');
	return csvSource('programs.csv', 'programs', () => Buffer.from(text));
}

/** The options for an import of a file of the source `feed`. */
function optionsFor(snapshot: string, file: Source, more: Partial<ImportOptions> = {}): ImportOptions {
	return { snapshot, sources: [file], source: { name: 'feed', path: '/feed' }, now: NOW, ...more };
}

/** Imports a file. Returns the notes about usual values. */
function importFile(snapshot: string, file: Source, more?: Partial<ImportOptions>): string[] {
	const options = optionsFor(snapshot, file, more);
	const { plan, notes } = lockSnapshot(snapshot, (write) => importInto(options, write));
	expect(plan.problems).toEqual([]);
	return noteLines(notes);
}

const cookiesIn = (snapshot: string, count: number) =>
	withSnapshot(snapshot, (db) =>
		Array.from({ length: count }, (_, index) => recordFinder(db)('programs', `p${index}`)!.cookie_days),
	);

const LEFT_EMPTY = 'left empty, because nearly all programs have the same value (see --keep-usual)';
const KEPT = 'kept, although nearly all programs have the same value (see "Usual values" in src/docs/importing.md)';
const NONE: readonly null[] = Array.from({ length: 20 }, () => null);

test('A usual value of a registry is left empty, with a note that says how many programs have it', () => {
	const snapshot = snapshotOf();
	expect(importFile(snapshot, registry(USUAL))).toEqual([`${LEFT_EMPTY}: cookie_days 60 in 20 of 25 (20)`]);
	expect(cookiesIn(snapshot, 25)).toEqual([...NONE, ...OTHERS]);
});

test('A usual value of a group is left empty in that group only', () => {
	const snapshot = snapshotOf();
	const file = registry([...times(20, 60), ...OTHERS, ...OTHERS, 60], (index) => (index < 20 ? 'yc' : 'community'));
	expect(importFile(snapshot, file)).toEqual([`${LEFT_EMPTY}: cookie_days 60 in 20 of 20 with submitted_by yc (20)`]);
	expect(cookiesIn(snapshot, 31)).toEqual([...NONE, ...OTHERS, ...OTHERS, 60]);
});

test('A usual value is kept with --keep-usual, and left empty by the next import without it', () => {
	const snapshot = snapshotOf();
	expect(importFile(snapshot, registry(USUAL), { keepUsual: true })).toEqual([]);
	expect(cookiesIn(snapshot, 25)).toEqual(USUAL);
	importFile(snapshot, registry(USUAL));
	expect(cookiesIn(snapshot, 25)).toEqual([...NONE, ...OTHERS]);
});

test('A usual value that an editor sets stays', () => {
	const snapshot = snapshotOf();
	importFile(snapshot, registry(USUAL));
	change(snapshot, (open) => setFields(open, 'programs', 'p0', readAssignments('programs', ['cookie_days=60'])));
	importFile(snapshot, registry(USUAL));
	expect(cookiesIn(snapshot, 2)).toEqual([60, null]);
});

test.each([
	['With a 60-day cookie window.', 60],
	['Cookie duration: 60 days', 60],
	['A 90-day cookie, and a trial of 60 days.', null],
])('A usual cookie duration stays if the words of the program say it: “%s”', (words, days) => {
	const snapshot = snapshotOf();
	importFile(snapshot, registry(USUAL, undefined, words));
	expect(cookiesIn(snapshot, 2)).toEqual([days, null]);
});

test('An import of a part of a source leaves the values empty that were usual in the whole source', () => {
	const snapshot = snapshotOf();
	importFile(snapshot, registry(USUAL));
	expect(importFile(snapshot, registry([60, 60, 45]))).toEqual([`${LEFT_EMPTY}: cookie_days 60 in 20 of 25 (2)`]);
	importFile(snapshot, registry([60, 60, 45, 60]));
	expect(cookiesIn(snapshot, 5)).toEqual([null, null, 45, null, null]);
});

test('An import of a part of a source keeps values that were not usual in the whole source', () => {
	const snapshot = snapshotOf();
	importFile(snapshot, registry([...times(20, 60), ...times(20, 30)]));
	importFile(snapshot, registry(times(20, 90)));
	expect(cookiesIn(snapshot, 40)).toEqual([...times(20, 90), ...times(20, 30)]);
});

test('A partial import, without the rows that were refused, is an import of a part', () => {
	const snapshot = snapshotOf();
	importFile(snapshot, registry(USUAL));
	const { accepted, refused } = separateRows(optionsFor(snapshot, registry([...USUAL.slice(0, 24), -1])));
	expect(refused).toHaveLength(1);
	importFile(snapshot, accepted[0]!);
	expect(cookiesIn(snapshot, 25)).toEqual([...NONE, ...OTHERS]);
});

test.each<[string, Cookies, Partial<ImportOptions>, readonly (number | null)[]]>([
	['of the whole source', [...times(10, 60), ...times(10, 30), ...OTHERS], {}, times(10, 60)],
	['that removes what it lacks', times(20, 30), { removeMissing: true }, NONE],
	['that has 80% of the programs', times(20, 30), {}, NONE],
])('An import %s finds out anew what is usual', (_, cookies, more, first) => {
	const snapshot = snapshotOf();
	importFile(snapshot, registry(USUAL));
	importFile(snapshot, registry(cookies), more);
	expect(cookiesIn(snapshot, first.length)).toEqual(first);
});

test('A spreadsheet is a collection if its mapping says so', () => {
	const snapshot = snapshotOf();
	const file = spreadsheet(times(20, 60), { collected_from: ['Network'] });
	expect(importFile(snapshot, file)).toEqual([`${LEFT_EMPTY}: Window 60 in 20 of 20 (20)`]);
	expect(cookiesIn(snapshot, 20)).toEqual(NONE);
});

test('A mapping with a column of groups that the spreadsheet lacks is refused', () => {
	expect(() => spreadsheet(USUAL, { collected_from: ['Source'] })).toThrow('has no column “Source”');
});

test.each<[string, Source, string]>([
	['spreadsheet', spreadsheet(USUAL), 'Window'],
	['file in our own format', ownFile(USUAL), 'cookie_days'],
])('A usual value of an editor’s own %s is kept, with a note', (_, file, column) => {
	const snapshot = snapshotOf();
	expect(importFile(snapshot, file)).toEqual([`${KEPT}: ${column} 60 in 20 of 25`]);
	expect(cookiesIn(snapshot, 25)).toEqual(USUAL);
});
