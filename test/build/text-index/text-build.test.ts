import { describe, expect, test, vi } from 'vitest';
import type { Progress } from '../../../src/build/build-options.ts';
import { TextBuild, type WebsiteFiles } from '../../../src/build/text-index/text-build.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import { childProcesses } from '../../support/child-processes.ts';
import { type Files, indexOf, partsOf, receiver, sourcesOf, textSource } from '../../support/text-indexes.ts';

/** More records than a small part has. */
const contents = new Map(Array.from({ length: 500 }, (_, number) => [number, `word${number} one two`]));

/** The records with these contents instead, or without some records. */
function changed(edits: { readonly [number: number]: string | undefined }): Map<number, string> {
	const all = new Map<number, string | undefined>([
		...contents,
		...Object.entries(edits).map(([n, c]) => [Number(n), c] as const),
	]);
	return new Map([...all].filter((entry): entry is [number, string] => entry[1] !== undefined));
}

/** The names of the folders that have files. */
function foldersIn(files: Files): Set<string> {
	return new Set(Array.from(files.keys(), (path) => path.split('/')).flatMap(([, name]) => name ?? []));
}

describe('The text index', () => {
	test('is the same for the same records if there are only a few', async () => {
		const few = sourcesOf(new Map([...contents].slice(0, 50)));
		const { files } = await indexOf(few.slice(5));
		expect((await indexOf(few, files)).files).toEqual((await indexOf(few.toReversed())).files);
	});

	test('of many records keeps its part if one is changed and one removed, and gets a part for the changes', async () => {
		const { files } = await indexOf(sourcesOf(contents));
		const { engine, main, changed: none } = partsOf(files);
		expect([main, none]).toEqual([[{ name: expect.any(String), records: 500, removed: [] }], []]);
		const mayDiffer = (program: string) => ['p-3', 'p-4'].includes(program);
		const updated = await indexOf(sourcesOf(changed({ 3: 'changed', 4: undefined })), files, { mayDiffer });
		const list = partsOf(updated.files);
		expect(list).toEqual({
			engine,
			main: [{ ...main[0], removed: expect.any(Array) }],
			changed: [{ name: expect.any(String), records: 200, removed: [] }],
		});
		expect(list.main[0]!.removed.flatMap(({ places }) => places)).toHaveLength(201);
		expect(updated.added.filter((path) => path.includes(main[0]!.name) || path.includes(engine))).toEqual([]);
		expect(foldersIn(updated.files)).toEqual(new Set([engine, list.main[0]!.name, list.changed[0]!.name]));
	});

	test('has one part for the changes after further ones, and no files of the part that it had before', async () => {
		let { files } = await indexOf(sourcesOf(contents));
		for (const number of [3, 4, 5]) files = (await indexOf(sourcesOf(changed({ [number]: 'changed' })), files)).files;
		const { engine, main, changed: later } = partsOf(files);
		const parts = [...main, ...later];
		expect(parts.map(({ records }) => records)).toEqual([500, 202]);
		expect(foldersIn(files)).toEqual(new Set([engine, ...parts.map(({ name }) => name)]));
	});

	test('stays the same, file for file, if no record has changed', async () => {
		const { files } = await indexOf(sourcesOf(contents));
		const again = await indexOf(sourcesOf(contents), files);
		expect([again.added, again.files]).toEqual([[], files]);
		const edited = sourcesOf(changed({ 3: 'changed' }));
		const later = await indexOf(edited, files);
		const afterwards = await indexOf(edited, later.files, { mayDiffer: () => false });
		expect([afterwards.added, afterwards.files]).toEqual([[], later.files]);
	});

	test('has several parts if the text does not fit into memory, and reports its progress', async () => {
		const progress: Parameters<Progress>[] = [];
		const sources = [0, 1, 2].map((number) => textSource(number, `w${number} ${'x'.repeat(2000)}`));
		const { files, receive } = receiver();
		const options = { sources, mayDiffer: () => true, hasOld: false, files: receive };
		await using build = new TextBuild({ ...options, largest: 4000 });
		await build.finish((...done) => progress.push(done));
		expect(progress).toEqual([1, 2, 3].map((done) => [done / 3, done]));
		expect(partsOf(files).main.map(({ records }) => records)).toEqual([1, 1, 1]);
	});
});

describe('The build of the text index', () => {
	/** Starts to index one long record. */
	function startLong(files: WebsiteFiles = receiver().receive): TextBuild {
		const sources = [textSource(0, 'one two '.repeat(300_000))];
		return new TextBuild({ sources, mayDiffer: () => true, hasOld: false, files });
	}

	/** Waits until Pagefind's process has started. Returns its ID. */
	function pagefindProcess(): Promise<number> {
		return vi.waitUntil(() => childProcesses(process.pid)[0], { timeout: 60_000 });
	}

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

	test('ends Pagefind’s process if the rest of the build fails', async () => {
		let pagefind: number;
		{
			await using _ = startLong();
			pagefind = await pagefindProcess();
		}
		await expect.poll(() => childProcesses(process.pid)).not.toContain(pagefind);
	});

	test('does not disturb another build in the same process when it is stopped', async () => {
		await using other = startLong();
		await pagefindProcess();
		const stopped = startLong();
		await Promise.all([stopped[Symbol.asyncDispose](), other.finish(() => {})]);
	});
});
