import { describe, expect, test } from 'vitest';
import { changedRecords } from '../../../src/build/text-index/changed-records.ts';
import { NO_INDEX, readIndex } from '../../../src/build/text-index/old-index.ts';
import { chunkPath, decodeChunk, decodeMeta, ENTRY, metaPath } from '../../../src/build/text-index/pagefind-files.ts';
import { type NumberedRecord, numberRecords } from '../../../src/build/text-index/record-numbers.ts';
import { textBatches } from '../../../src/build/text-index/text-batches.ts';
import { updateTextIndex } from '../../../src/build/text-index/update-text-index.ts';
import { Random } from '../../../src/commands/generate/random.ts';

type Files = ReadonlyMap<string, Buffer>;

/** Makes an index. Returns its files, and the paths of those that were not kept. */
async function indexOf(records: Iterable<NumberedRecord>, old?: Files): Promise<{ files: Files; written: string[] }> {
	const files = new Map<string, Buffer>();
	const written: string[] = [];
	const removed: string[] = [];
	const read = (path: string) => old!.get(path)!;
	const sources = Array.from(records, ({ number, ...record }) => ({
		url: record.url,
		program: { slug: record.url, number },
		record: () => record,
	}));
	const numbers = numberRecords(sources);
	const oldIndex = old === undefined ? NO_INDEX : readIndex(read);
	await updateTextIndex(
		{
			read,
			keep: (path) => files.set(path, read(path)),
			keepAll() {
				for (const [path, file] of old!) files.set(path, file);
			},
			remove: (path) => removed.push(path),
			async add(path, content) {
				if (!old?.get(path)?.equals(content)) written.push(path);
				files.set(path, content);
			},
		},
		oldIndex,
		textBatches(changedRecords(sources, numbers, oldIndex, () => true)),
		numbers.firstProgram,
	);
	expect(removed.sort()).toEqual([...(old?.keys() ?? [])].filter((path) => !files.has(path)).sort());
	return { files, written };
}

function metaOf(files: Files) {
	const { languages } = JSON.parse(files.get(ENTRY)!.toString());
	return decodeMeta(files.get(metaPath(languages.en.hash))!);
}

function wordsOf(files: Files) {
	return metaOf(files)[2].map(([, , name]) => decodeChunk(files.get(chunkPath(name))!));
}

function sameFiles(some: Files, others: Files): boolean {
	return some.size === others.size && [...some].every(([path, file]) => others.get(path)?.equals(file));
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzéß東🚀';

function word(random: Random): string {
	return Array.from({ length: random.between(2, 5) }, () => random.pick([...LETTERS])).join('');
}

function record(number: number, random: Random): NumberedRecord {
	const content = Array.from({ length: random.between(1, 12) }, () => word(random)).join(' ');
	return { number, url: `/${number}/`, content, meta: { title: word(random) } };
}

describe('A text index that is brought up to date', () => {
	test('equals an index that is made from nothing, byte for byte, after random edits', async () => {
		const random = new Random(7, 'text');
		const records = new Map(Array.from({ length: 350 }, (_, number) => [number, record(number, random)]));
		let { files } = await indexOf(records.values());
		const divisions = new Set<number>();
		for (let step = 0; step < 12; step++) {
			for (let edit = random.between(0, 6); edit > 0; edit--) {
				const number = random.between(0, 400);
				if (random.between(0, 2) === 0) records.delete(number);
				else records.set(number, record(number, random));
			}
			// Above some number of records, the chunks are smaller.
			if (step === 5) for (let number = 400; number < 440; number++) records.set(number, record(number, random));
			const updated = await indexOf(records.values(), files);
			const whole = await indexOf(records.values());
			const isSame = sameFiles(updated.files, whole.files);
			// The words show how they differ.
			if (!isSame) expect(wordsOf(updated.files)).toEqual(wordsOf(whole.files));
			expect(isSame).toBe(true);
			({ files } = updated);
			divisions.add(metaOf(files)[2].length);
		}
		expect(divisions.size).toBeGreaterThan(1);
	});

	test('is not written again if no record has changed', async () => {
		const records = [0, 1, 2].map((number) => record(number, new Random(number, 'text')));
		const { files } = await indexOf(records);
		const again = await indexOf(records, files);
		expect([again.written, [...again.files.keys()].sort()]).toEqual([[], [...files.keys()].sort()]);
	});

	test('has only few new chunks after the change of one record', async () => {
		const random = new Random(1, 'text');
		const records = Array.from({ length: 1500 }, (_, number) => record(number, random));
		const { files } = await indexOf(records);
		records[7] = { ...records[7]!, content: 'qqq' };
		const { written } = await indexOf(records, files);
		const chunks = metaOf(files)[2].length;
		expect(chunks).toBeGreaterThan(50);
		expect(written.filter((path) => path.startsWith('index/')).length).toBeLessThan(20);
	});

	test('gives numbers without a record the average length, so that they do not change the ranking', async () => {
		const texts = new Map([
			[0, 'one'],
			[3, 'one two three'],
		]);
		const records = [...texts].map(([number, content]) => ({
			number,
			url: `/${number}/`,
			content,
			meta: { title: 'x' },
		}));
		const pages = metaOf((await indexOf(records)).files)[1];
		expect(pages.map(([, words]) => words)).toEqual([1, 2, 2, 3]);
		expect(pages.map(([name]) => name === '')).toEqual([false, true, true, false]);
	});

	test('has no words if there are no records', async () => {
		const { files } = await indexOf([]);
		const [, pages, chunks] = metaOf(files);
		expect([pages, chunks]).toEqual([[], []]);
		expect([...files.keys()].some((path) => path.endsWith('pagefind.js'))).toBe(true);
	});

	test('keeps words with the same start in one chunk, so that a search for the start finds them all', async () => {
		const random = new Random(3, 'text');
		const { files } = await indexOf(Array.from({ length: 1500 }, (_, number) => record(number, random)));
		const chunkOf = new Map<string, string>();
		for (const [, , name] of metaOf(files)[2]) {
			for (const [text] of decodeChunk(files.get(chunkPath(name))!)) {
				const start = [...text].slice(0, 3).join('');
				expect(chunkOf.get(start) ?? name).toBe(name);
				chunkOf.set(start, name);
			}
		}
	});
});
