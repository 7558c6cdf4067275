import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTextIndex } from '../../src/build/build-text-index.ts';
import { succeed } from '../support/run-command.ts';

let folder: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'text-index-'));
	await succeed('generate', ['--programs', '200', '--reviews', '0', '--seed', '1', '--snapshot', join(folder, 's')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('An index whose process is killed is an error that names the signal, and no endless wait', async () => {
	const kill = (message: unknown) => {
		const { process: child } = message as { readonly process: ChildProcess };
		child.once('spawn', () => child.kill('SIGKILL'));
	};
	const printed = vi.spyOn(console, 'error');
	subscribe('child_process', kill);
	await expect(buildTextIndex(join(folder, 's'), folder, () => {})).rejects.toThrow(
		/^Pagefind, which indexes the words, was killed \(SIGKILL\), most likely because/,
	);
	unsubscribe('child_process', kill);
	expect(printed).not.toHaveBeenCalled();
	printed.mockRestore();
});
