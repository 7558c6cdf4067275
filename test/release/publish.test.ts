import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Publication } from '../../src/release/journal.ts';
import { currentRelease, publish, removeOldReleases } from '../../src/release/publish.ts';
import { startReader } from '../support/release-reader.ts';

let out: string;

beforeEach(() => {
	out = mkdtempSync(join(tmpdir(), 'publish-'));
});
afterEach(() => rmSync(out, { recursive: true }));

/** Creates a folder for a release, with the given age in minutes. */
function makeRelease(id: string, age = 0): void {
	const folder = join(out, 'releases', id);
	mkdirSync(folder, { recursive: true });
	const manifest = join(folder, 'manifest.json');
	writeFileSync(manifest, JSON.stringify({ id }));
	const built = new Date(Date.now() - age * 60_000);
	utimesSync(manifest, built, built);
}

describe('publish', () => {
	test('replaces the link in one step: readers never see it missing', async () => {
		makeRelease('one');
		makeRelease('two');
		publish(out, 'one');
		const reader = startReader(join(out, 'current'));
		await reader.reading;
		for (let round = 0; round < 50; round++) {
			for (let i = 0; i < 50; i++) publish(out, i % 2 === 0 ? 'two' : 'one');
			await sleep(1);
		}
		const { reads, failures } = await reader.stop();
		expect(failures).toEqual([]);
		expect(reads).toBeGreaterThan(100);
		expect(currentRelease(out)).toBe('one');
		expect(readdirSync(out).sort()).toEqual(['current', 'releases']);
	});

	test('also makes older releases current', () => {
		makeRelease('older', 10);
		makeRelease('newer');
		publish(out, 'newer');
		publish(out, 'older');
		expect(currentRelease(out)).toBe('older');
	});
});

/** Publications of releases, latest first, each some minutes before the one before it. The latest is a year old. */
function publicationsOf(ids: readonly string[], minutes = 60, latest = Date.now() - 365 * 86_400_000): Publication[] {
	return ids.map((release, i) => ({
		number: ids.length - i,
		kind: 'build',
		release,
		published_at: new Date(latest - i * minutes * 60_000).toISOString(),
	}));
}

describe('removeOldReleases', () => {
	test('keeps the current release and the four that were current before it, of any age', () => {
		for (const age of [1, 2, 3, 4, 5, 6, 7]) makeRelease(`${age}-old`, age);
		publish(out, '5-old');
		removeOldReleases(out, publicationsOf(['5-old', '6-old', '1-old', '4-old', '7-old', '2-old']));
		expect(readdirSync(join(out, 'releases')).sort()).toEqual(['1-old', '4-old', '5-old', '6-old', '7-old']);
		removeOldReleases(out, []);
		expect(readdirSync(join(out, 'releases'))).toHaveLength(5);
	});

	test('keeps the latest of the releases that are not known to have been current', () => {
		for (const age of [1, 2, 3, 4, 5, 6]) makeRelease(`${age}-old`, age);
		publish(out, '1-old');
		removeOldReleases(out, publicationsOf(['1-old', '6-old']));
		expect(readdirSync(join(out, 'releases')).sort()).toEqual(['1-old', '2-old', '3-old', '4-old', '6-old']);
	});

	test('keeps every release that was current in the last 15 minutes', () => {
		const ids = Array.from({ length: 20 }, (_, i) => `${i + 1}-old`);
		for (const [i, id] of ids.entries()) makeRelease(id, i);
		publish(out, ids[0]!);
		// The second release was replaced now, the third one two minutes ago, the ninth one 14 minutes ago.
		removeOldReleases(out, publicationsOf(ids, 2, Date.now()));
		expect(readdirSync(join(out, 'releases')).sort()).toEqual(ids.slice(0, 9).sort());
	});

	test('keeps at most 60 of them', () => {
		const ids = Array.from({ length: 80 }, (_, i) => `${i + 1}-old`);
		for (const id of ids) makeRelease(id);
		publish(out, ids[0]!);
		removeOldReleases(out, publicationsOf(ids, 0, Date.now()));
		expect(readdirSync(join(out, 'releases')).sort()).toEqual(ids.slice(0, 61).sort());
	});

	test('keeps a release that was built but not published', () => {
		for (const age of [1, 2, 3, 4, 5, 6]) makeRelease(`${age}-old`, age);
		makeRelease('unpublished', 10);
		publish(out, '1-old');
		removeOldReleases(out, publicationsOf(['1-old', '2-old', '3-old', '4-old', '5-old', '6-old']), 'unpublished');
		const kept = ['1-old', '2-old', '3-old', '4-old', 'unpublished'];
		expect(readdirSync(join(out, 'releases')).sort()).toEqual(kept);
	});

	test('ignores folders that are not releases', () => {
		for (const age of [1, 2, 3, 4]) makeRelease(`${age}-old`, age);
		mkdirSync(join(out, 'releases', 'half-copied'));
		publish(out, '1-old');
		removeOldReleases(out, []);
		expect(readdirSync(join(out, 'releases'))).toEqual(expect.arrayContaining(['1-old', '2-old', '3-old', '4-old']));
	});
});
