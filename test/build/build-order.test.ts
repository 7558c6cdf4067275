import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BuildTurn, takeTurn } from '../../src/build/build-order.ts';
import { publish } from '../../src/release/publish.ts';

let out: string;
let turns: BuildTurn[];

beforeEach(() => {
	out = mkdtempSync(join(tmpdir(), 'order-'));
	mkdirSync(join(out, 'releases'));
	turns = [];
});
afterEach(() => {
	for (const turn of turns) turn.close();
	rmSync(out, { recursive: true });
});

function start(): BuildTurn {
	const turn = takeTurn(out);
	turns.push(turn);
	return turn;
}

/** Publishes as a build does; returns the newer release that kept it from that, else which were current. */
function finish(turn: BuildTurn, id: string): Promise<string | string[]> {
	return turn.publish(async ({ newer, noteCurrent }) => {
		if (newer !== undefined) return newer;
		publish(out, id);
		return noteCurrent(id);
	});
}

describe('The order of builds', () => {
	test('keeps a build that started earlier from replacing the release of a later one', async () => {
		const earlier = start();
		const later = start();
		expect(await finish(later, 'later')).toEqual(['later']);
		expect(await finish(earlier, 'earlier')).toBe('later');
	});

	test('lets a later build replace the release of an earlier one, whichever ends first', async () => {
		const [one, two, three] = [start(), start(), start()];
		expect(await finish(one, 'one')).toEqual(['one']);
		expect(await finish(three, 'three')).toEqual(['three', 'one']);
		expect(await finish(two, 'two')).toBe('three');
	});

	test('keeps a build from replacing a release that a person linked while it ran', async () => {
		await finish(start(), 'one');
		await finish(start(), 'two');
		const running = start();
		publish(out, 'one');
		expect(await finish(running, 'three')).toBe('one');
		expect(await finish(start(), 'three')).toEqual(['three', 'one', 'two']);
	});

	test('keeps it from that also when the link leads back to the release that was current at its start', async () => {
		await finish(start(), 'one');
		const running = start();
		await finish(start(), 'two');
		await finish(start(), 'one');
		expect(await finish(running, 'three')).toBe('one');
	});

	test('is not lost when a build is killed between making a release current and noting it', async () => {
		const killed = start();
		await killed.publish(async () => publish(out, 'killed'));
		killed.close();
		turns = [];
		expect(await finish(start(), 'next')).toEqual(['next', 'killed']);
	});

	test('forgets builds that are over', async () => {
		for (let i = 0; i < 120; i++) await finish(start(), `release-${i % 110}`);
		const db = new Database(join(out, 'builds.sqlite'), { readonly: true });
		expect(db.prepare('SELECT count(*) FROM builds').pluck().get()).toBeLessThanOrEqual(101);
		db.close();
	});

	test('says what to do when its file is damaged', () => {
		writeFileSync(join(out, 'builds.sqlite'), 'x'.repeat(10_000));
		expect(() => takeTurn(out)).toThrow(/builds\.sqlite is damaged\. .*Remove it \(rm .*builds\.sqlite\)/);
	});
});
