import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHANGE_KINDS, type StoredChange } from '../../src/catalog/change.ts';
import { historyFile } from '../../src/release/history/history-file.ts';
import { HistoryReader } from '../../src/release/history/history-reader.ts';
import { HistoryWriter } from '../../src/release/history/history-writer.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease, publish, removeRelease } from '../../src/release/publish.ts';
import { previousRelease, switchRelease } from '../../src/release/switch-release.ts';
import { Random } from '../generate/random.ts';
import { generateSnapshot } from '../generate/snapshot.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { buildHere } from '../support/build-here.ts';
import { changeDatabase } from '../support/change-database.ts';
import { applyChanges, type Exported, exportRelease } from '../support/exported-records.ts';
import { HISTORY } from '../support/history-options.ts';
import { editorOf } from '../support/random-edits.ts';

const SEEDS = (process.env.SEED ?? '1,2').split(',').map(Number);
const EDITS = Number(process.env.EDITS ?? 8);

let folder: string;
let out: string;
let snapshot: string;
let reader: HistoryReader;
let warnings: string[];

beforeEach(() => {
	folder = temporaryFolder();
	[snapshot, out] = [join(folder, 'snapshot.sqlite'), join(folder, 'out')];
	mkdirSync(out);
	generateSnapshot(snapshot, { programs: 40, reviews: 120, seed: 1 });
	reader = new HistoryReader(historyFile(out));
	warnings = [];
});
afterEach(() => reader.close());

/** Builds the API of the snapshot. Returns the ID of the snapshot that is then public. */
async function build(full = false): Promise<string> {
	const warn = (message: string) => warnings.push(message);
	await buildHere({ snapshot, out, only: 'api', full, warn });
	return currentSnapshot();
}

async function currentSnapshot(): Promise<string> {
	return (await readManifest(releaseFolder(out, currentRelease(out)!))).snapshot;
}

const edit = (sql: string) => changeDatabase(snapshot, sql);

/** All changes after a snapshot; undefined if the history does not have it. */
function since(id: string): readonly StoredChange[] | undefined {
	return reader.since({ snapshot: id }, new Set(CHANGE_KINDS), 0, 1e6)?.changes;
}

/** Changes as short strings. */
function lines(changes: readonly StoredChange[] | undefined): string[] | undefined {
	return changes?.map(({ op, kind, id, fields }) => `${op} ${kind} ${id} ${fields ?? ''}`.trim());
}

const rename = (name: string) =>
	`UPDATE categories SET name = '${name}' WHERE slug = (SELECT min(slug) FROM categories)`;
const rollBack = () => switchRelease(out, 'rollback', HISTORY, (publications) => previousRelease(out, publications));
const republish = (id: string) => switchRelease(out, 'publish', HISTORY, () => id);

test.each(SEEDS)(
	'Changes applied to any earlier export give the current one: after random edits, rollbacks, full builds and hidden changes (SEED=%d)',
	async (seed) => {
		const random = new Random(seed, 'history');
		const makeEdits = editorOf(random);
		const exports = new Map<string, Exported>();
		const keep = async () => {
			const current = await exportRelease(out, currentRelease(out)!);
			exports.set(await currentSnapshot(), current);
			return current;
		};
		await build();
		await keep();
		for (let round = 1; round <= EDITS; round++) {
			const before = await currentSnapshot();
			const edits = makeEdits(snapshot);
			if (round % 4 === 3) await rollBack();
			else if (round % 4 === 0) {
				await build();
				await republish((await buildId())!);
			} else await build(random.fraction() < 0.2);
			const current = await keep();
			if (round % 3 === 2) hideSome(random);
			for (const [id, exported] of exports) {
				const changes = since(id)!;
				expect(applyChanges(exported, changes, current), edits).toEqual(current);
				if (id === before) expectOldValues(changes, exported);
				expectPublishedOnly(changes, current);
			}
		}
		expect(warnings).toEqual([]);
	},
);

/** Hides the latest publication, or the changes of a random record. */
function hideSome(random: Random): void {
	using history = new HistoryWriter(historyFile(out));
	const { seq } = history.last()!;
	const [some] = reader.newest({}, Number.MAX_SAFE_INTEGER, random.between(1, 20)).slice(-1);
	history.hide(
		some === undefined || random.fraction() < 0.3
			? { publication: seq }
			: { kind: some.kind, id: some.id, withMentions: true },
		false,
	);
}

/** The ID of the release that a paused build has made from the snapshot. */
async function buildId(): Promise<string> {
	return (await buildHere({ snapshot, out, only: 'api' })).release;
}

function expectOldValues(changes: readonly StoredChange[], exported: Exported): void {
	for (const { kind, id, fields, hidden } of changes) {
		if (fields === null) continue;
		for (const [name, [before, after]] of Object.entries<[unknown, unknown]>(JSON.parse(fields))) {
			// A value that names a removed record is erased, and so are hidden values.
			if (hidden === 1) expect([before, after]).toEqual([null, null]);
			else if (before !== null) expect(before).toEqual(exported.get(`${kind} ${id}`)![name]);
			if (hidden === 0) expect(after).not.toEqual(before);
		}
	}
}

/** The history has values of published records only. */
function expectPublishedOnly(changes: readonly StoredChange[], current: Exported): void {
	const kinds: { readonly [field: string]: string } = {
		program: 'program',
		organization: 'organization',
		categories: 'category',
	};
	for (const { kind, id, fields } of changes) {
		if (fields === null) continue;
		expect(current.has(`${kind} ${id}`)).toBe(true);
		for (const [name, values] of Object.entries<unknown[]>(JSON.parse(fields))) {
			const named = kinds[name] === undefined ? [] : values.flat().filter((value) => value !== null);
			for (const { slug } of named as { slug: string }[]) expect(current.has(`${kinds[name]} ${slug}`)).toBe(true);
		}
	}
}

describe('The history of a folder of releases', () => {
	test('begins with the first release, and building the same data adds nothing', async () => {
		const first = await build();
		expect(since(first)).toEqual([]);
		await build();
		await build(true);
		const db = new Database(historyFile(out), { readonly: true });
		expect(db.prepare('SELECT seq, snapshot FROM publications').all()).toEqual([{ seq: 1, snapshot: first }]);
		db.close();
	});

	test('has the inverse changes after a rollback', async () => {
		const first = await build();
		edit(rename('Renamed'));
		const second = await build();
		const [category] = since(first)!.filter(({ kind }) => kind === 'category');
		const [before, after] = JSON.parse(category!.fields!).name;
		expect(after).toBe('Renamed');
		await rollBack();
		const inverse = since(second)!.find(({ kind }) => kind === 'category')!;
		expect(JSON.parse(inverse.fields!)).toEqual({ name: ['Renamed', before] });
		expect(since(first)).toEqual([]);
	});

	test('says nothing of drafts: publishing adds a record and unpublishing removes it, without values', async () => {
		const first = await build();
		const program = [...(await exportRelease(out, currentRelease(out)!)).keys()].find((key) =>
			key.startsWith('program'),
		)!;
		const slug = program.split(' ')[1]!;
		edit(`UPDATE programs SET name = 'Was public' WHERE slug = '${slug}'`);
		await build();
		expect(lines(since(first))).toContainEqual(expect.stringMatching(`^changed ${program} .*"Was public"`));
		edit(`UPDATE programs SET status = 'draft', name = 'Hidden' WHERE slug = '${slug}'`);
		const hidden = await build();
		expect(lines(since(first))).toContain(`changed ${program}`);
		expect(lines(since(first))).toContain(`removed ${program}`);
		edit(`UPDATE programs SET name = 'Also hidden' WHERE slug = '${slug}'`);
		await build();
		expect(since(hidden)).toEqual([]);
		edit(`UPDATE programs SET status = 'published' WHERE slug = '${slug}'`);
		await build();
		expect(lines(since(hidden))).toContain(`added ${program}`);
		expect(lines(since(first))!.join('\n')).not.toMatch(/Was public|[Hh]idden/);
	});

	test('starts again if the release that it names last no longer exists', async () => {
		const first = await build();
		const firstRelease = currentRelease(out)!;
		edit(rename('Second'));
		await build();
		const secondRelease = currentRelease(out)!;
		publish(out, firstRelease, 'build');
		removeRelease(out, secondRelease);
		edit(rename('Third'));
		const third = await build();
		expect(warnings).toEqual([
			expect.stringMatching(`^the history of changes starts again with the release ${firstRelease}, because `),
		]);
		expect(since(first)!.length).toBeGreaterThan(0);
		expect(since(third)).toEqual([]);
	});

	test('never stops a publication: a warning says what to do about a damaged file', async () => {
		await build();
		const file = historyFile(out);
		writeFileSync(file, 'x'.repeat(10_000));
		edit(rename('Second'));
		const second = await build();
		const problem = `${file} is damaged, so the history of changes was not updated. Remove it (rm ${file}*)`;
		expect(warnings).toEqual([expect.stringContaining(problem)]);
		for (const end of ['', '-journal']) rmSync(`${file}${end}`, { force: true });
		edit(rename('Third'));
		const third = await build();
		expect(since(second)!.length).toBeGreaterThan(0);
		expect(since(third)).toEqual([]);
	});
});
