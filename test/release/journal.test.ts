import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PublicationKind } from '../../src/release/journal.ts';
import { readJournal } from '../../src/release/journal.ts';
import { publish } from '../../src/release/publish.ts';
import { Turn } from '../../src/release/turn.ts';

let out: string;
let turns: Turn[];

beforeEach(() => {
	out = mkdtempSync(join(tmpdir(), 'order-'));
	mkdirSync(join(out, 'releases'));
	turns = [];
});
afterEach(() => {
	for (const turn of turns) turn.close();
	rmSync(out, { recursive: true });
});

function start(kind?: PublicationKind): Turn {
	const turn = new Turn(out, kind);
	turns.push(turn);
	return turn;
}

/** Publishes like a build. Returns all published releases. */
function finish(turn: Turn, id: string): Promise<string[]> {
	return turn.publish(async ({ record }) => {
		publish(out, id);
		return [...new Set(record(id).map(({ release }) => release))];
	});
}

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
	publish(out, `added-${count}`);
}

describe('The journal', () => {
	test('is complete if a build is killed between publishing a release and recording it', async () => {
		const killed = start();
		await killed.publish(async () => publish(out, 'killed'));
		killed.close();
		turns = [];
		expect(await finish(start(), 'next')).toEqual(['next', 'killed']);
	});

	test('drops builds that published nothing, and all but the last thousand publications', async () => {
		await finish(start(), 'first');
		addPublications(995);
		for (let i = 0; i < 20; i++) {
			const turn = new Turn(out);
			if (i % 10 > 0) await finish(turn, `release-${i}`);
			turn.close();
		}
		const db = new Database(join(out, 'journal.sqlite'), { readonly: true });
		expect(db.prepare('SELECT count(*) FROM journal').pluck().get()).toBe(1000);
		db.close();
	});

	test('lists publications with their kinds, latest first, including changed links', async () => {
		await finish(start(), 'one');
		publish(out, 'linked');
		await finish(start('publish'), 'two');
		await finish(start('rollback'), 'one');
		expect(readJournal(out).map(({ kind, release }) => `${kind} ${release}`)).toEqual([
			'rollback one',
			'publish two',
			'link linked',
			'build one',
		]);
		expect(readJournal(out)[0]!.published_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
	});

	test('pauses builds after a rollback, until something is published', async () => {
		const isPaused = () => start().publish(async (publishing) => publishing.isPaused);
		await finish(start(), 'one');
		await finish(start(), 'two');
		expect(await isPaused()).toBe(false);
		await finish(start('rollback'), 'one');
		expect(await isPaused()).toBe(true);
		await finish(start('publish'), 'two');
		expect(await isPaused()).toBe(false);
	});

	test('keeps other releases however often the same one is built again', async () => {
		await finish(start(), 'one');
		addPublications(998);
		for (let i = 0; i < 10; i++) {
			const turn = new Turn(out);
			await finish(turn, 'two');
			turn.close();
		}
		const releases = readJournal(out).map(({ release }) => release);
		expect([releases.length, releases[0], releases[1], releases.at(-1)]).toEqual([1000, 'two', 'added-998', 'one']);
	});

	test('still pauses builds if a rollback is killed after it changed the link', async () => {
		await finish(start(), 'one');
		await finish(start(), 'two');
		const killed = new Turn(out, 'rollback');
		await killed.publish(async () => publish(out, 'one'));
		expect(await start().publish(async ({ isPaused }) => isPaused)).toBe(true);
		expect(readJournal(out)[0]).toMatchObject({ kind: 'rollback', release: 'one' });
		killed.close();
	});

	test('forgets a rollback that failed', async () => {
		await finish(start(), 'one');
		const failed = new Turn(out, 'rollback');
		await expect(failed.publish(() => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
		failed.close();
		publish(out, 'linked');
		expect(await start().publish(async ({ isPaused }) => isPaused)).toBe(false);
	});

	test('puts a rollback after a build that was published while the rollback waited', async () => {
		await finish(start(), 'one');
		const waiting = start('rollback');
		await finish(start(), 'two');
		await waiting.publish(async ({ record }) => {
			publish(out, 'one');
			record('one');
		});
		expect(readJournal(out).map(({ kind, release }) => `${kind} ${release}`)).toEqual([
			'rollback one',
			'build two',
			'build one',
		]);
	});

	test('says what to do if its file is damaged', () => {
		writeFileSync(join(out, 'journal.sqlite'), 'x'.repeat(10_000));
		expect(() => new Turn(out)).toThrow(/journal\.sqlite is damaged\. .*remove the file \(rm .*journal\.sqlite\)/);
	});
});
