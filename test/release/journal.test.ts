import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { type PublicationKind, readJournal } from '../../src/release/journal.ts';
import { publish } from '../../src/release/publish.ts';
import { whilePublishing } from '../../src/release/publishing.ts';
import { temporaryFolder } from '../snapshot/made.ts';

let out: string;

beforeEach(() => {
	out = temporaryFolder();
	mkdirSync(join(out, 'releases'));
});

/** Publishes a release. Returns all published releases. */
function make(id: string, kind: PublicationKind = 'build'): Promise<string[]> {
	return whilePublishing(out, kind, async ({ record }) => {
		publish(out, id, kind);
		return [...new Set(record(id).map(({ release }) => release))];
	});
}

/** Publishes a release, and is killed before that is recorded. */
const makeHalf = (id: string, kind: PublicationKind = 'build') => publish(out, id, kind);

const isPaused = () => whilePublishing(out, 'build', async (publishing) => publishing.isPaused);
const recorded = () => readJournal(out).map(({ kind, release }) => `${kind} ${release}`);

/** Adds publications in one step, which is much faster than publishing them. */
function addPublications(count: number): void {
	const db = new Database(join(out, 'journal.sqlite'));
	const add = db.prepare(
		"INSERT INTO journal (kind, release, published_at) VALUES ('build', ?, '2026-04-18T09:30:00Z')",
	);
	db.transaction(() => {
		for (let i = 1; i <= count; i++) add.run(`added-${i}`);
	})();
	db.close();
	publish(out, `added-${count}`, 'build');
}

describe('The journal', () => {
	test('is complete if a build is killed between publishing a release and recording it', async () => {
		makeHalf('killed');
		expect(await make('next')).toEqual(['next', 'killed']);
	});

	test('drops all but the last thousand publications', async () => {
		await make('first');
		addPublications(995);
		for (let i = 0; i < 20; i++) await make(`release-${i}`);
		expect(recorded()).toHaveLength(1000);
	});

	test('lists publications with their kinds, latest first, including those by hand', async () => {
		await make('one');
		writeFileSync(join(out, 'current'), 'by-hand');
		await make('two', 'publish');
		await make('one', 'rollback');
		expect(recorded()).toEqual(['rollback one', 'publish two', 'hand by-hand', 'build one']);
		expect(readJournal(out)[0]!.published_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
	});

	test('pauses builds after a rollback, until something is published', async () => {
		await make('one');
		await make('two');
		expect(await isPaused()).toBe(false);
		await make('one', 'rollback');
		expect(await isPaused()).toBe(true);
		await make('two', 'publish');
		expect(await isPaused()).toBe(false);
	});

	test('keeps other releases however often the same one is built again', async () => {
		await make('one');
		addPublications(998);
		for (let i = 0; i < 10; i++) await make('two');
		const releases = readJournal(out).map(({ release }) => release);
		expect([releases.length, releases[0], releases[1], releases.at(-1)]).toEqual([1000, 'two', 'added-998', 'one']);
	});

	test('still pauses builds if a rollback is killed before it is recorded', async () => {
		await make('one');
		await make('two');
		makeHalf('one', 'rollback');
		expect(await isPaused()).toBe(true);
		expect(recorded()[0]).toBe('rollback one');
	});

	test('does not have a rollback that failed', async () => {
		await make('one');
		const failed = whilePublishing(out, 'rollback', () => Promise.reject(new Error('damaged')));
		await expect(failed).rejects.toThrow('damaged');
		expect([await isPaused(), recorded()]).toEqual([false, ['build one']]);
	});

	test('says what to do if its file is damaged', async () => {
		writeFileSync(join(out, 'journal.sqlite'), 'x'.repeat(10_000));
		await expect(isPaused()).rejects.toThrow(/journal\.sqlite is damaged\. .*remove the file \(rm .*journal\.sqlite\)/);
	});
});
