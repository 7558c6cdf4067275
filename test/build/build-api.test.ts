import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiBuild } from '../../src/build/build-api.ts';
import { generateSnapshot } from '../../src/commands/generate/snapshot.ts';
import { FILES } from '../../src/release/layout.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'build-api-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('The thread of the API’s responses ends when it has loaded SQLite, not while it does: that would end the process', async () => {
	const snapshot = join(folder, 'snapshot.sqlite');
	generateSnapshot(snapshot, { programs: 10, reviews: 10, seed: 1 });
	{
		await using _ = new ApiBuild({ snapshot, folder, before: undefined, base: undefined });
	}
	// SQLite has created the pack.
	expect(readdirSync(join(folder, FILES.bodies))).toEqual([expect.stringMatching(/\.sqlite$/)]);
});
