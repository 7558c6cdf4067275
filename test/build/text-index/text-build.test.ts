import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Progress } from '../../../src/build/progress.ts';
import { NO_INDEX, type OldIndex, readIndex } from '../../../src/build/text-index/old-index.ts';
import { INDEX } from '../../../src/build/text-index/pagefind-files.ts';
import { type FileReceiver, TextBuild } from '../../../src/build/text-index/text-build.ts';
import { fileKey, storedFile } from '../../../src/release/site-store.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import type { TextSource } from '../../../src/website/directory/text-record.ts';
import { childProcesses } from '../../support/child-processes.ts';
import { makePack } from '../../support/make-pack.ts';

type Files = ReadonlyMap<string, Buffer>;

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'text-build-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A record that is about the program with this number. */
function source(number: number, content: string): TextSource {
	const url = `/programs/p-${number}/`;
	return { url, program: { slug: `p-${number}`, number }, record: () => ({ url, content, meta: { title: 'x' } }) };
}

/** Writes files to a pack. */
function packsWith(files: Files): string[] {
	const entries = [...files].map(([path, content]) => [INDEX + path, content] as const);
	return [
		makePack(
			folder,
			entries.map(([path, content]) => [fileKey(path), storedFile(path, content)]),
		),
	];
}

/** Receives files like a build that starts from an old index. */
function receiver(old: Files = new Map()) {
	const files = new Map<string, Buffer>();
	const added: string[] = [];
	const removed: string[] = [];
	const receive: FileReceiver = {
		keep: (path) => files.set(path, old.get(path)!),
		keepAll() {
			for (const [path, file] of old) files.set(path, file);
		},
		remove: (path) => removed.push(path),
		add(path, content) {
			added.push(path);
			files.set(path, Buffer.from(content));
		},
	};
	return { files, added, removed, receive };
}

/** Makes an index in a thread. */
async function indexOf(
	sources: readonly TextSource[],
	old?: { readonly files: Files; readonly changed: readonly string[] },
	progress: Progress = () => {},
) {
	const { receive, ...received } = receiver(old?.files);
	await using build = new TextBuild({
		sources,
		mayDiffer: (program) => old?.changed.includes(program) ?? true,
		old: oldIndex(old?.files),
		packs: old ? packsWith(old.files) : [],
		files: receive,
	});
	await build.finish(progress);
	return received;
}

function oldIndex(files?: Files): OldIndex {
	return files ? readIndex((path) => files.get(path)!) : NO_INDEX;
}

/** Starts to make an index of one long record. */
function startLong(files: FileReceiver = receiver().receive): TextBuild {
	const sources = [source(0, 'one two '.repeat(300_000))];
	return new TextBuild({ sources, mayDiffer: () => true, old: NO_INDEX, packs: [], files });
}

/** Waits until Pagefind's process has started. Returns its ID. */
function pagefindProcess(): Promise<number> {
	return vi.waitUntil(() => childProcesses(process.pid)[0], { timeout: 60_000 });
}

const sorted = (files: Files) => [...files].sort(([a], [b]) => (a < b ? -1 : 1));

describe('The thread of the text index', () => {
	test('makes the same index from an old one as from nothing', async () => {
		const before = await indexOf([source(0, 'one two'), source(1, 'two three'), source(2, 'four')]);
		const sources = [source(0, 'one two'), source(2, 'four five')];
		const whole = await indexOf(sources);
		const updated = await indexOf(sources, { files: before.files, changed: ['p-1', 'p-2'] });
		expect(sorted(updated.files)).toEqual(sorted(whole.files));
		expect(updated.removed.filter((path) => path.startsWith('fragment/'))).toHaveLength(2);
		expect(updated.added.filter((path) => path.startsWith('fragment/'))).toHaveLength(1);
	});

	test('makes the same index with a program whose record has no words', async () => {
		const before = await indexOf([source(0, 'one'), source(1, '—'), source(2, 'two')]);
		const sources = [source(0, 'one'), source(1, '—'), source(2, 'three')];
		const whole = await indexOf(sources);
		const updated = await indexOf(sources, { files: before.files, changed: ['p-2'] });
		expect(sorted(updated.files)).toEqual(sorted(whole.files));
	});

	test('keeps all files if no record has changed', async () => {
		const sources = [source(0, 'one'), source(1, 'two')];
		const { files } = await indexOf(sources);
		const again = await indexOf(sources, { files, changed: [] });
		expect([again.added, again.removed, sorted(again.files)]).toEqual([[], [], sorted(files)]);
	});

	test('receives more text than fits into a batch, and reports its progress', async () => {
		const progress: Parameters<Progress>[] = [];
		const sources = Array.from({ length: 5 }, (_, number) => source(number, `w${number} ${'x'.repeat(1_600_000)}`));
		const { files } = await indexOf(sources, undefined, (...done) => progress.push(done));
		expect(progress).toEqual([1, 2, 3, 4, 5].map((done) => [done / 5, done]));
		expect(oldIndex(files).pages.map(([, words]) => words)).toEqual([2, 2, 2, 2, 2]);
	});

	test('fails with the reason if Pagefind’s process is killed', async () => {
		await using build = startLong();
		process.kill(await pagefindProcess(), 'SIGKILL');
		const error = await build.finish(() => {}).catch((error) => error);
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/^Pagefind, which indexes the words, was killed \(SIGKILL\), most likely because/);
	});

	test('fails if a file cannot be written', async () => {
		const { receive } = receiver();
		await using build = startLong({
			...receive,
			add() {
				throw new UserError('The disk is full.');
			},
		});
		await expect(build.finish(() => {})).rejects.toThrow('The disk is full.');
	});

	test('ends Pagefind’s process if the build ends early', async () => {
		let pagefind: number;
		{
			await using _ = startLong();
			pagefind = await pagefindProcess();
		}
		await expect.poll(() => childProcesses(process.pid)).not.toContain(pagefind);
	});
});
