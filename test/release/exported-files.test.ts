import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { EXPORTED_FILES, type ExportedForm, type ExportedName } from '../../src/api/exported-file.ts';
import { openExportedFiles } from '../../src/release/exported-files.ts';
import { type FactsByEncoding, KeptExports } from '../../src/release/kept-exports.ts';
import { FILES } from '../../src/release/layout.ts';
import { openRelease, type Release } from '../../src/release/release.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { changeDatabase } from '../support/change-database.ts';
import { currentFolder } from '../support/current-folder.ts';
import { succeed } from '../support/run-command.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const REVIEWS = 'reviews.ndjson';

let folder: string;

beforeEach(() => {
	folder = temporaryFolder();
});

const failed = (error: unknown): never => {
	throw error;
};
const open = () => openExportedFiles(folder, failed);
const kept = () => readdirSync(folder).filter((name) => !name.startsWith('lock'));

async function bytesOf({ length, open }: ExportedForm): Promise<Buffer> {
	const { pieces, close } = open(0, length);
	const bytes = await buffer(pieces);
	close();
	return bytes;
}

describe('The exported files of a release', () => {
	let directory: SmallDirectory;
	let release: Release;

	const openCurrent = () => openRelease(currentFolder(directory.out));

	beforeEach(async () => {
		directory = copyDirectory('api');
		release = await openCurrent();
	});
	afterEach(() => {
		release.close();
		directory.remove();
	});

	test('are made only when they are wanted, and their numbers of records are known before', async () => {
		const exported = open();
		const before = await exported(release, REVIEWS, false);
		expect([before.forms, kept()]).toEqual([{}, []]);
		const { records, forms } = await exported(release, REVIEWS, true);
		expect(String(await bytesOf(forms.identity!)).split('\n')).toHaveLength(records + 1);
		expect(before.records).toBe(records);
		expect((await exported(release, REVIEWS, false)).forms).toHaveProperty('gzip');
		expect(kept()).toEqual([`${REVIEWS}-${release.manifest.id}`]);
	});

	test('have the stated lengths and checksums, and gzip is a single member with the same text', async () => {
		const { forms } = await open()(release, REVIEWS, true);
		const [text, compressed] = await Promise.all([bytesOf(forms.identity!), bytesOf(forms.gzip!)]);
		for (const [form, bytes] of [
			[forms.identity!, text],
			[forms.gzip!, compressed],
		] as const) {
			expect(bytes).toHaveLength(form.length);
			expect(createHash('sha256').update(bytes).digest('base64')).toBe(form.sha256);
		}
		const { buffer: first, engine } = gunzipSync(compressed, { info: true }) as unknown as {
			buffer: Buffer;
			engine: { bytesWritten: number };
		};
		expect(first.equals(text)).toBe(true);
		expect(engine.bytesWritten).toBe(compressed.length);
	});

	test('are each made once by several servers that need them at once', async () => {
		const numbers = new Map(EXPORTED_FILES.map((name) => [name, new Set<number>()]));
		const make = async (name: ExportedName) => {
			expect((await open()(release, name, true)).forms).not.toEqual({});
			numbers.get(name)!.add(statSync(join(folder, `${name}-${release.manifest.id}`, 'identity')).ino);
		};
		await Promise.all([...EXPORTED_FILES, ...EXPORTED_FILES, ...EXPORTED_FILES].map(make));
		expect([...numbers.values()].map(({ size }) => size)).toEqual(EXPORTED_FILES.map(() => 1));
		expect(kept()).toHaveLength(EXPORTED_FILES.length);
	});

	test('replace those of earlier releases, and have new tags only where the content differs', async () => {
		const exported = open();
		const tagsOf = async (release: Release) => {
			const made = await Promise.all(EXPORTED_FILES.map((name) => exported(release, name, true)));
			return new Map(made.map(({ name, forms }) => [name, Object.values(forms).map(({ tag }) => tag)]));
		};
		const before = await tagsOf(release);
		const { forms } = await exported(release, REVIEWS, true);
		const { pieces, close } = forms.identity!.open(0, forms.identity!.length);
		changeDatabase(directory.snapshot, "UPDATE reviews SET title = 'Another title'");
		await succeed('build', ['--snapshot', directory.snapshot, '--out', directory.out, '--only', 'api', '--no-guard']);
		release.close();
		release = await openCurrent();
		const after = await tagsOf(release);
		const changed = EXPORTED_FILES.filter((name) => after.get(name)!.join() !== before.get(name)!.join());
		expect(changed).toEqual([REVIEWS, 'directory.sqlite', 'export.json']);
		expect(kept().every((name) => name.endsWith(`-${release.manifest.id}`))).toBe(true);
		expect(await buffer(pieces)).toHaveLength(forms.identity!.length);
		close();
		expect(() => forms.identity!.open(0, 1)).toThrow('The server is still making this file. Try again in 10 s.');
	});

	test('are not tried again for a while after a failure, which leaves nothing behind', async () => {
		const errors: unknown[] = [];
		const exported = openExportedFiles(folder, (error) => errors.push(error));
		rmSync(join(release.folder, FILES.api));
		for (let request = 1; request <= 3; request++) {
			await expect(exported(release, REVIEWS, true)).rejects.toMatchObject({ status: 503, retryAfter: 60 });
		}
		expect(errors).toEqual([
			expect.objectContaining({ message: expect.stringMatching(/^The database .* is missing\.$/) }),
		]);
		expect(kept()).toEqual([]);
	});
});

/** A process that starts to make a file, says so, and never ends. */
const MAKER = `
import { KeptExports } from './src/release/kept-exports.ts';
await new KeptExports(process.argv[1]).make('reviews.ndjson', 'killed', () => {
	console.log('started');
	return new Promise((resolve) => setTimeout(resolve, 1_000_000));
});`;

/** Writes a file of three bytes. */
async function writeThree(folder: string): Promise<FactsByEncoding> {
	writeFileSync(join(folder, 'identity'), 'abc');
	return { identity: { length: 3, sha256: '' } };
}

test('A process waits for another one that makes a file, and removes what it leaves when it is killed', async () => {
	const maker = spawn(process.execPath, ['--input-type=module', '-e', MAKER, folder], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	onTestFinished(() => void maker.kill('SIGKILL'));
	await once(maker.stdout, 'data');
	let isKilled = false;
	const made = new KeptExports(folder).make(REVIEWS, 'next', (folder) => {
		expect(isKilled).toBe(true);
		return writeThree(folder);
	});
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(kept()).toEqual([`${REVIEWS}-killed.${maker.pid}`]);
	isKilled = true;
	maker.kill('SIGKILL');
	await made;
	expect(kept()).toEqual([`${REVIEWS}-next`]);
});

test('A file that is shorter than it was is made again', async () => {
	const exports = new KeptExports(folder);
	await exports.make(REVIEWS, 'one', writeThree);
	const path = exports.path(REVIEWS, 'one', 'identity');
	writeFileSync(path, '');
	expect(await exports.find(REVIEWS, 'one')).toBeUndefined();
	await exports.make(REVIEWS, 'one', writeThree);
	expect(statSync(path).size).toBe(3);
});
