import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHANGE_KINDS, CHANGE_OPS, type Change, type ChangeKind } from '../../../src/catalog/change.ts';
import { HistoryReader } from '../../../src/release/history/history-reader.ts';
import { HistoryWriter } from '../../../src/release/history/history-writer.ts';
import { toTimestamp } from '../../../src/shared/to-timestamp.ts';
import { Random } from '../../generate/random.ts';
import { temporaryFolder } from '../../snapshot/made.ts';
import { changeDatabase } from '../../support/change-database.ts';

let folder: string;
let file: string;
let writer: HistoryWriter;
let reader: HistoryReader;

beforeEach(() => {
	folder = temporaryFolder();
	file = join(folder, 'history.sqlite');
	writer = new HistoryWriter(file);
	reader = new HistoryReader(file);
});
afterEach(() => {
	writer[Symbol.dispose]();
	reader.close();
});

const ALL = new Set(CHANGE_KINDS);
const AT = '2026-05-01T12:00:00Z';

const added = (kind: ChangeKind, id: string): Change => ({ kind, id, op: 'added' });
const removed = (kind: ChangeKind, id: string): Change => ({ kind, id, op: 'removed' });
const renamed = (kind: ChangeKind, id: string, from: string, to: string): Change => ({
	kind,
	id,
	op: 'changed',
	fields: { name: [from, to] },
});

function start(snapshot: string, at = AT): void {
	writer.restart({ snapshot, release: `of ${snapshot}`, at });
}

function publish(snapshot: string, changes: readonly Change[], at = AT): void {
	writer.add({ snapshot, release: `of ${snapshot}`, at }, changes, 90);
}

/** The changes after a snapshot as short strings; undefined if the history does not have it. */
function since(snapshot: string, kinds: ReadonlySet<ChangeKind> = ALL): string[] | undefined {
	return reader
		.since({ snapshot }, kinds, 0, 1000)
		?.changes.map(({ op, kind, id, fields }) => [op, kind, id, ...(fields === null ? [] : [fields])].join(' '));
}

/** All bytes of the history, as text. */
function bytes(): string {
	const copy = join(folder, 'copy');
	copyFileSync(file, copy);
	const db = new Database(copy);
	const text = db.serialize().toString('latin1');
	db.close();
	return text;
}

describe('The history', () => {
	test('has no changes at first', () => {
		start('a');
		expect(since('a')).toEqual([]);
		expect(since('b')).toBeUndefined();
	});

	test('says which records were renamed, also after they were removed', () => {
		start('a');
		publish('b', [
			{ kind: 'program', id: 'acme', op: 'added', renamed_from: 'acme-old' },
			{ kind: 'program', id: 'acme-old', op: 'removed', successor: 'acme' },
		]);
		publish('c', [removed('program', 'acme')]);
		const { changes } = reader.since({ snapshot: 'a' }, ALL, 0, 10)!;
		expect(changes.map(({ id, op, renamed_from, successor }) => [op, id, renamed_from, successor])).toEqual([
			['added', 'acme', 'acme-old', null],
			['removed', 'acme-old', null, 'acme'],
			['removed', 'acme', null, null],
		]);
	});

	test('lists the changes after a snapshot, in the order of publications', () => {
		start('a');
		publish('b', [added('category', 'one'), renamed('program', 'acme', 'Acme', 'Acme!')]);
		publish('c', [removed('category', 'one')], '2026-05-02T12:00:00Z');
		expect(since('a')).toEqual([
			'added category one',
			'changed program acme {"name":["Acme","Acme!"]}',
			'removed category one',
		]);
		expect(since('b')).toEqual(['removed category one']);
		expect(since('c')).toEqual([]);
		expect(reader.since({ snapshot: 'a' }, ALL, 0, 10)!.changes.map(({ at }) => at)).toEqual([
			AT,
			AT,
			'2026-05-02T12:00:00Z',
		]);
		expect(reader.since({ snapshot: 'a' }, ALL, 0, 1)).toMatchObject({ snapshot: 'c', total: 3 });
	});

	test('begins at the latest publication of a snapshot that was published several times', () => {
		start('a');
		publish('b', [added('program', 'acme')]);
		publish('a', [removed('program', 'acme')]);
		publish('b', [added('program', 'acme')]);
		expect(since('a')).toEqual(['added program acme']);
		expect(since('b')).toEqual([]);
	});

	test('starts at a time after the snapshot that was current then, even if that snapshot is published again', () => {
		start('a', '2026-05-01T12:00:00Z');
		publish('b', [added('program', 'one')], '2026-05-02T12:00:00Z');
		publish('a', [removed('program', 'one')], '2026-05-03T12:00:00Z');
		const at = (time: string) => reader.since({ time }, ALL, 0, 10)?.changes.map(({ op }) => op);
		expect(at('2026-05-01T12:00:01Z')).toEqual(['added', 'removed']);
		expect(at('2026-05-02T12:00:01Z')).toEqual(['removed']);
		expect(at('2026-05-03T12:00:01Z')).toEqual([]);
		expect(reader.since({ time: '2026-05-03T12:00:01Z' }, ALL, 0, 10)).toMatchObject({ snapshot: 'a', total: 0 });
	});

	test('counts a publication in the very second of the start as later, so that none is missed', () => {
		start('a', '2026-05-01T12:00:00Z');
		publish('b', [added('program', 'one')], '2026-05-02T12:00:00Z');
		publish('c', [added('program', 'two')], '2026-05-02T12:00:00Z');
		const time = '2026-05-02T12:00:00Z';
		expect(reader.since({ time }, ALL, 0, 10)!.changes.map(({ id }) => id)).toEqual(['one', 'two']);
	});

	test('does not know which snapshot was current before its first publication, and says when that was', () => {
		expect(reader.begins()).toBeUndefined();
		start('a', '2026-05-01T12:00:00Z');
		publish('b', [added('program', 'one')], '2026-05-02T12:00:00Z');
		for (const time of ['2026-04-30T00:00:00Z', '2026-05-01T12:00:00Z']) {
			expect(reader.since({ time }, ALL, 0, 10)).toBeUndefined();
		}
		expect(reader.begins()).toBe('2026-05-01T12:00:00Z');
	});

	test('erases the values of a removed record, also from the bytes of the file', () => {
		start('a');
		publish('b', [renamed('program', 'acme', 'Old secret', 'New secret'), renamed('program', 'other', 'Kept', 'Now')]);
		publish('c', [removed('program', 'acme')]);
		expect(since('a')).toEqual([
			'changed program acme',
			'changed program other {"name":["Kept","Now"]}',
			'removed program acme',
		]);
		expect(bytes()).toContain('Kept');
		expect(bytes()).not.toContain('secret');
	});

	test('erases them from the changes of other records too', () => {
		const named = (slug: string) => ({ slug, name: `The name of ${slug}` });
		const moved = (id: string, from: string, to: string): Change => ({
			...{ kind: 'program', id, op: 'changed' },
			fields: { organization: [named(from), named(to)], categories: [[named(from)], [named(from), named(to)]] },
		});
		start('a');
		publish('b', [moved('acme', 'x', 'gone'), moved('other', 'x', 'gone')]);
		publish('c', [removed('organization', 'gone'), moved('acme', 'gone', 'y')]);
		const changes = reader
			.since({ snapshot: 'a' }, ALL, 0, 10)!
			.changes.map(({ fields }) => fields && JSON.parse(fields));
		expect(changes[0].organization).toEqual([named('x'), null]);
		expect(changes[1].organization).toEqual([named('x'), null]);
		expect(changes[2]).toBeNull();
		expect(changes[3].organization).toEqual([null, named('y')]);
		// These are categories, which still exist.
		expect(changes[3].categories).toEqual([[named('gone')], [named('gone'), named('y')]]);
		publish('d', [removed('category', 'gone'), removed('category', 'x')]);
		expect(bytes()).not.toContain('The name of gone');
	});

	test('keeps changes for some days, and still accepts the snapshot that was current then', () => {
		start('a', '2026-01-01T00:00:00Z');
		publish('b', [added('program', 'one')], '2026-01-02T00:00:00Z');
		publish('c', [renamed('program', 'one', 'x', 'y')], '2026-03-01T00:00:00Z');
		expect(since('a')).toHaveLength(2);
		publish('d', [added('program', 'two')], '2026-04-20T00:00:00Z');
		expect(since('a')).toHaveLength(3);
		publish('e', [], '2026-04-21T00:00:00Z');
		expect(since('a')).toBeUndefined();
		expect(since('b')).toEqual(['changed program one {"name":["x","y"]}', 'added program two']);
		const db = new Database(file, { readonly: true });
		expect(db.prepare('SELECT number, kind, id FROM changes').raw().all()).toEqual([
			[2, 'program', 'one'],
			[3, 'program', 'two'],
		]);
		db.close();
	});

	test('keeps at most 10,000 publications', () => {
		start('s0');
		for (let i = 1; i <= 3; i++) publish(`s${i}`, [added('program', `p${i}`)]);
		changeDatabase(file, 'UPDATE publications SET seq = seq + 10000 WHERE seq > 2');
		publish('last', []);
		expect(since('s0')).toBeUndefined();
		expect(since('s2')).toEqual(['added program p3']);
	});

	test('stays as it was if the changes cannot be read to the end', () => {
		start('a');
		function* broken(): Generator<Change> {
			yield added('program', 'one');
			throw new Error('damaged');
		}
		expect(() => writer.add({ snapshot: 'b', release: 'of b', at: AT }, broken(), 90)).toThrow('damaged');
		expect(writer.last()).toMatchObject({ snapshot: 'a', total: 0 });
		publish('b', [added('program', 'two')]);
		expect(since('a')).toEqual(['added program two']);
	});

	test('is read page by page like a list in memory, for any kinds', () => {
		const random = new Random(1, 'pages');
		const all: { readonly kind: ChangeKind; readonly id: string; readonly publication: number }[] = [];
		// Some publications are in the same second, and sometimes the clock is set back.
		const times = Array.from({ length: 31 }, (_, i) =>
			toTimestamp(new Date(Date.parse(AT) + (2 * i + random.between(-3, 3)) * 1000)),
		);
		start('s0', times[0]);
		for (let publication = 1; publication <= 30; publication++) {
			const changes: Change[] = CHANGE_KINDS.flatMap((kind) =>
				Array.from({ length: Math.max(0, random.between(-3, 4)) }, (_, i) =>
					added(kind, `${kind}-${publication}-${i}`),
				),
			);
			publish(`s${publication}`, changes, times[publication]);
			for (const { kind, id } of changes) all.push({ kind, id, publication });
		}
		for (let round = 0; round < 300; round++) {
			const kinds = new Set(CHANGE_KINDS.filter(() => random.fraction() < 0.5));
			const from = random.between(0, 30);
			const time = toTimestamp(new Date(Date.parse(AT) + random.between(-2, 70) * 1000));
			const next = times.findIndex((published) => published >= time);
			const startsAtTime = next !== 0 && random.fraction() < 0.5;
			if (next === 0) expect(reader.since({ time }, kinds, 0, 1)).toBeUndefined();
			const first = startsAtTime ? (next === -1 ? 31 : next) : from + 1;
			const expected = all.filter(({ kind, publication }) => publication >= first && kinds.has(kind));
			const [offset, limit] = [random.between(0, expected.length + 5), random.between(1, 20)];
			const { total, changes, snapshot } = reader.since(
				startsAtTime ? { time } : { snapshot: `s${from}` },
				kinds,
				offset,
				limit,
			)!;
			expect([total, snapshot]).toEqual([expected.length, 's30']);
			expect(changes.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit).map(({ id }) => id));
		}
	});
});

describe('A reader of the history', () => {
	test('sees new publications at once, even while another one is being written', () => {
		start('a');
		expect(since('a')).toEqual([]);
		function* watched(): Generator<Change> {
			yield added('program', 'one');
			expect(since('a')).toEqual([]);
			yield added('program', 'two');
		}
		writer.add({ snapshot: 'b', release: 'of b', at: AT }, watched(), 90);
		expect(since('a')).toEqual(['added program one', 'added program two']);
	});

	test('finds nothing while there is no file, and opens the file that replaces a removed one', () => {
		start('a');
		expect(since('a')).toEqual([]);
		writer[Symbol.dispose]();
		for (const end of ['', '-journal']) rmSync(`${file}${end}`, { force: true });
		expect(since('a')).toBeUndefined();
		writeFileSync(file, '');
		expect(since('a')).toBeUndefined();
		writer = new HistoryWriter(file);
		expect(since('a')).toBeUndefined();
		start('b');
		expect(since('b')).toEqual([]);
	});

	test('says that a damaged file is damaged', () => {
		writer[Symbol.dispose]();
		writeFileSync(file, 'x'.repeat(10_000));
		expect(() => since('a')).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }));
	});
});

test('The operations of changes are those of the file', () => {
	start('a');
	publish('b', [added('program', 'a'), renamed('program', 'b', 'x', 'y'), removed('program', 'c')]);
	const ops = reader.since({ snapshot: 'a' }, ALL, 0, 10)!.changes.map(({ op }) => op);
	expect(ops).toEqual(CHANGE_OPS);
});

describe('The newest changes', () => {
	const dated = (id: string): Change => ({
		kind: 'program',
		id,
		op: 'changed',
		fields: {
			...{ checked_at: [null, AT], imported_at: [null, AT], updated_at: [null, AT], earnings_at: [null, AT] },
			...{ source_name: [null, 'A'], source_url: ['a', 'b'] },
		},
	});

	test('leave out changes of bookkeeping alone, and mirrors get them', () => {
		start('1');
		const both: Change = {
			kind: 'program',
			id: 'c',
			op: 'changed',
			fields: { updated_at: [null, AT], name: ['a', 'b'] },
		};
		publish('2', [added('program', 'a'), dated('b'), both, removed('program', 'd')]);
		const newest = reader.newest({}, Number.MAX_SAFE_INTEGER, 10);
		expect(newest.map(({ id, op }) => `${op} ${id}`)).toEqual(['removed d', 'changed c', 'added a']);
		expect(reader.newest({ kind: 'program', id: 'b' }, Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
		expect(since('1')).toHaveLength(4);
	});

	test('of some records begin for each of them at a time of its own', () => {
		const [may, june, july] = ['2026-05-01T12:00:00Z', '2026-06-01T12:00:00Z', '2026-07-01T12:00:00Z'] as const;
		start('1');
		publish('2', [added('program', 'a'), added('program', 'b'), added('review', 'a')], may);
		publish('3', [renamed('program', 'a', 'A', 'B'), renamed('program', 'b', 'A', 'B')], june);
		publish('4', [], june);
		publish('5', [renamed('program', 'a', 'B', 'C'), renamed('program', 'c', 'A', 'B')], july);
		const read = (limit: number, ...records: readonly (readonly [id: string, since: string])[]) =>
			reader
				.newestOf(
					'program',
					records.map(([id, since]) => ({ id, since })),
					limit,
				)
				.map(({ id, op, at }) => `${op} ${id} in ${at.slice(5, 7)}`);
		expect(read(9, ['a', ''], ['b', june])).toEqual([
			...['changed a in 07', 'changed b in 06', 'changed a in 06', 'added a in 05'],
		]);
		expect(read(9, ['a', '2026-06-01T12:00:01Z'])).toEqual(['changed a in 07']);
		expect(read(9, ['a', '2026-08-01T00:00:00Z'], ['none', ''])).toEqual([]);
		// Changes before a program was saved take no room from others.
		expect(read(1, ['a', '2026-08-01T00:00:00Z'], ['b', june])).toEqual(['changed b in 06']);
		// A program can be saved with its former slug too.
		expect(read(9, ['b', '2026-08-01T00:00:00Z'], ['b', june])).toEqual(['changed b in 06']);
	});
});

describe('Hiding changes', () => {
	const ACME = { kind: 'program', id: 'acme', withMentions: true } as const;

	/** The changes that pages and feeds show, newest first. */
	const shown = () =>
		reader.newest({}, Number.MAX_SAFE_INTEGER, 100).map(({ op, kind, id, fields }) => `${op} ${kind} ${id} ${fields}`);

	beforeEach(() => {
		start('a');
		publish('b', [renamed('program', 'acme', 'Acme', 'Mistake'), renamed('program', 'beta', 'Beta', 'Bat')]);
		publish('b2', []);
		publish('c', [renamed('program', 'acme', 'Mistake', 'Acme')], '2026-05-02T12:00:00Z');
	});

	test('of a record takes them off pages and feeds, and their values out of the file', () => {
		expect(bytes()).toContain('Mistake');
		expect(writer.hide(ACME, false)).toMatchObject({ count: 2 });
		expect(shown()).toEqual(['changed program beta {"name":["Beta","Bat"]}']);
		expect(bytes()).not.toContain('Mistake');
	});

	test('leaves them for mirrors, with the names of their fields', () => {
		writer.hide(ACME, false);
		expect(since('a')).toEqual([
			'changed program acme {"name":[null,null]}',
			'changed program beta {"name":["Beta","Bat"]}',
			'changed program acme {"name":[null,null]}',
		]);
		expect(reader.since({ snapshot: 'b' }, ALL, 0, 10)?.changes).toMatchObject([{ id: 'acme', hidden: 1 }]);
	});

	test('can be limited to a kind, to a publication or to a time', () => {
		expect(writer.hide({ id: 'acme', kind: 'organization' }, true).count).toBe(0);
		expect(writer.hide({ publication: 2 }, true).latest).toMatchObject([
			{ publication: 2, id: 'beta', fields: ['name'], hidden: false },
			{ publication: 2, id: 'acme', at: AT },
		]);
		expect(writer.hide({ publication: 3 }, true).count).toBe(0);
		expect(writer.hide({ since: AT }, true).count).toBe(3);
		expect(writer.hide({ since: '2026-05-02T00:00:00Z' }, true).latest).toMatchObject([{ publication: 4 }]);
		expect(writer.hide({ since: '2026-05-03T00:00:00Z' }, true).count).toBe(0);
		expect(shown()).toHaveLength(3);
	});

	test('of a record hides changes to others whose values name it', () => {
		const program = (name: string) => ({ slug: 'acme', name });
		const fields = { program: [program('Slip'), program('Acme')], title: ['Old', 'New'] } as const;
		publish('d', [{ kind: 'review', id: 'rev_1', op: 'changed', fields }]);
		expect(writer.hide(ACME, false).count).toBe(3);
		expect(bytes()).not.toContain('Slip');
		expect(since('c')).toEqual(['changed review rev_1 {"program":[null,null],"title":[null,null]}']);
	});

	test('is possible for added and removed records, and does nothing the second time', () => {
		publish('d', [added('program', 'wrong')]);
		publish('e', [removed('program', 'wrong')]);
		expect(writer.hide({ id: 'wrong' }, false).count).toBe(2);
		expect(writer.hide({ id: 'wrong' }, false).count).toBe(0);
		expect(shown()).toHaveLength(3);
		expect(since('c')).toEqual(['added program wrong', 'removed program wrong']);
	});

	test('erases nothing else when a record that a hidden value named is removed', () => {
		const other = { slug: 'org', name: 'Org' };
		publish('d', [{ kind: 'program', id: 'acme', op: 'changed', fields: { organization: [null, other] } }]);
		writer.hide(ACME, false);
		publish('e', [removed('organization', 'org')]);
		expect(since('d')).toEqual(['removed organization org']);
		expect(since('c')).toEqual(['changed program acme {"organization":[null,null]}', 'removed organization org']);
	});
});

describe('A history of another version', () => {
	beforeEach(() => {
		start('a');
		publish('b', [added('program', 'acme'), renamed('program', 'other', 'Other', 'Another')]);
	});

	test('is named with its version and what updates it if an earlier version wrote it, and stays as it is', () => {
		writer[Symbol.dispose]();
		const db = new Database(file);
		db.exec('PRAGMA user_version = 1');
		const sentence =
			/it has version 1, and this one reads version 2\. Keep it: .* the commit \w+ updates it to version 2\./;
		expect(() => new HistoryWriter(file)).toThrow(sentence);
		reader.close();
		expect(() => since('a')).toThrow(sentence);
		expect(db.pragma('user_version', { simple: true })).toBe(1);
		db.close();
	});

	test('is not written if a newer version wrote it, and can still be read', () => {
		writer[Symbol.dispose]();
		const db = new Database(file);
		db.exec('ALTER TABLE changes ADD COLUMN later TEXT; PRAGMA user_version = 3');
		db.close();
		expect(() => new HistoryWriter(file)).toThrow(
			`The history of changes ${file} was written by a newer version of this application: it has version 3, and this one reads version 2. Use the version that wrote it, or a later one.`,
		);
		expect(since('a')).toHaveLength(2);
		expect(reader.lastRelease()).toBe('of b');
	});
});
