import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createIndex } from 'pagefind';
import { expect, test, vi } from 'vitest';
import { makeData } from '../../../src/build/text-index/make-index.ts';
import { withPagefind } from '../../../src/build/text-index/pagefind-process.ts';

/** The signal of work that nothing stops. */
const NEVER = new AbortController().signal;

test('A killed process of the index causes an error that names the signal, not endless waiting', async () => {
	const record = { url: '/programs/acme/', content: 'Acme', meta: { title: 'Acme' } };
	const kill = (message: unknown) => {
		const { process: child } = message as { readonly process: ChildProcess };
		child.once('spawn', () => child.kill('SIGKILL'));
	};
	const printed = vi.spyOn(console, 'error');
	subscribe('child_process', kill);
	await expect(makeData([record], NEVER)).rejects.toThrow(
		/^Pagefind, which indexes the words, was killed \(SIGKILL\), most likely because/,
	);
	unsubscribe('child_process', kill);
	expect(printed).not.toHaveBeenCalled();
	printed.mockRestore();
});

test('The signal is named even if Pagefind’s package notices the end of the process first', async () => {
	let pagefind: ChildProcess;
	const note = (message: unknown) => {
		pagefind = (message as { readonly process: ChildProcess }).process;
	};
	subscribe('child_process', note);
	const failing = withPagefind(async () => {
		await createIndex({});
		pagefind.kill('SIGKILL');
		throw new Error('Pagefind backend closed');
	}, NEVER);
	await expect(failing).rejects.toThrow('Pagefind, which indexes the words, was killed (SIGKILL)');
	unsubscribe('child_process', note);
});

test('An error of Pagefind’s package is passed on if its process never started', async () => {
	const failing = withPagefind(() => Promise.reject(new Error('Pagefind backend closed')), NEVER);
	await expect(failing).rejects.toThrow('Pagefind backend closed');
}, 20_000);
