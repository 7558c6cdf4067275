import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApi } from '../../src/build/build-api.ts';
import { NO_CURRENT } from '../../src/build/current-packs.ts';
import { FILES } from '../../src/release/layout.ts';
import { generateSnapshot } from '../generate/snapshot.ts';
import { packsIn } from '../support/packs-in.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'build-api-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('The thread of the API’s responses ends when it has loaded SQLite, not while it does: that would end the process', async () => {
	const snapshot = join(folder, 'snapshot.sqlite');
	mkdirSync(join(folder, FILES.packs));
	generateSnapshot(snapshot, { programs: 10, reviews: 10, seed: 1 });
	{
		await using _ = startApi({ snapshot, folder, current: NO_CURRENT, base: undefined }, false);
	}
	// SQLite has created the pack.
	expect(packsIn(folder)).toEqual([expect.stringMatching(/\.sqlite$/)]);
});
