import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callCommand, callOnPublish } from '../../src/commands/call-command.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'command-'));
});
afterEach(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true });
});

test('The command of --on-publish gets the release and its folder', async () => {
	const told = join(folder, 'told.json');
	writeFileSync(join(folder, 'tell.sh'), 'cat > "$1"');
	await callOnPublish(`sh ${folder}/tell.sh ${told}`, folder, 'r1');
	expect(JSON.parse(readFileSync(told, 'utf8'))).toEqual({ release: 'r1', folder: join(folder, 'releases/r1') });
});

test.each([
	['false', 'the command of --on-publish (false) ended with status 1.'],
	['/does/not/exist now', 'could not run the command of --on-publish (/does/not/exist): spawn /does/not/exist ENOENT'],
])('A command that fails is a warning: %s', async (command, warning) => {
	const print = vi.spyOn(console, 'error').mockImplementation(() => {});
	await callOnPublish(command, folder, 'r1');
	expect(print.mock.calls).toEqual([[`warning: ${warning}`]]);
});

test('A command that takes too long is stopped', async () => {
	const print = vi.spyOn(console, 'error').mockImplementation(() => {});
	await callCommand({ option: '--on-failure', command: 'sleep 60', input: {}, patience: 50 });
	expect(print.mock.calls).toEqual([['warning: the command of --on-failure (sleep) was stopped (SIGKILL).']]);
});
