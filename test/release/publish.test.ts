import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { currentRelease, publish } from '../../src/release/publish.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { startReader } from '../support/release-reader.ts';

let out: string;

beforeEach(() => {
	out = temporaryFolder();
});

/** Creates a folder for a release. */
function makeRelease(id: string): void {
	const folder = join(out, 'releases', id);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ id }));
}

describe('publish', () => {
	test('changes the current release in one step: readers always find one', async () => {
		makeRelease('one');
		makeRelease('two');
		publish(out, 'one', 'build');
		const reader = startReader(out);
		await reader.reading;
		for (let round = 0; round < 50; round++) {
			for (let i = 0; i < 50; i++) publish(out, i % 2 === 0 ? 'two' : 'one', 'build');
			await sleep(1);
		}
		const { reads, failures } = await reader.stop();
		expect(failures).toEqual([]);
		expect(reads).toBeGreaterThan(100);
		expect(currentRelease(out)).toBe('one');
		expect(readdirSync(out).sort()).toEqual(['current', 'releases']);
	});
});
