import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

let directory: SmallDirectory;

beforeAll(async () => {
	directory = copyDirectory('api');
});
afterAll(() => directory?.remove());

test('lighthouse refuses with a message if there is no release or no page', async () => {
	const { folder, out, state } = directory;
	const nothing = join(folder, 'nothing');
	for (const [args, sentence] of [
		[['--out', nothing], /^There is no release in .*\n$/],
		[['--out', out, '/nothing/'], /^\/nothing\/ cannot be rated: it answers with 404\. .*\n$/],
	] as const) {
		const { status, stderr } = await runCommand('test/bench/lighthouse.ts', [...args, '--state', state]);
		expect(status).toBe(1);
		expect(stderr).toMatch(sentence);
	}
});
