import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, test, vi } from 'vitest';
import { textRecords } from '../../src/build/build-site.ts';
import { buildTextIndex } from '../../src/build/build-text-index.ts';
import { directoryAfter, generatedSnapshot } from '../support/snapshot-directory.ts';

test('A killed process of the index causes an error that names the signal, not endless waiting', async () => {
	const records = [...textRecords(directoryAfter(generatedSnapshot({ programs: 200, reviews: 0, seed: 1 })))];
	const kill = (message: unknown) => {
		const { process: child } = message as { readonly process: ChildProcess };
		child.once('spawn', () => child.kill('SIGKILL'));
	};
	const printed = vi.spyOn(console, 'error');
	subscribe('child_process', kill);
	await expect(buildTextIndex(records, records.length, () => {})).rejects.toThrow(
		/^Pagefind, which indexes the words, was killed \(SIGKILL\), most likely because/,
	);
	unsubscribe('child_process', kill);
	expect(printed).not.toHaveBeenCalled();
	printed.mockRestore();
});
