/** Releases that travel from the machine that builds to other machines. */
import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { previousRelease } from '../../src/release/previous-releases.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { switchRelease } from '../../src/release/switch-release.ts';
import { describeFiles } from '../../src/release/transfer/local-files.ts';
import { openStore } from '../../src/release/transfer/open-store.ts';
import { GRACE } from '../../src/release/transfer/prune-store.ts';
import {
	fileObject,
	historyObject,
	isCompressed,
	listPublications,
	readPublication,
	writePublication,
} from '../../src/release/transfer/publication.ts';
import { pullRelease } from '../../src/release/transfer/pull.ts';
import { pushRelease } from '../../src/release/transfer/push.ts';
import type { ReleaseStore } from '../../src/release/transfer/release-store.ts';
import { historyFile } from '../../src/snapshot/history/history-file.ts';
import { HistoryWriter } from '../../src/snapshot/history/history-writer.ts';
import { flipBit } from '../support/flip-bit.ts';
import { type Builder, contentOf, makeBuilder } from '../support/followed-store.ts';
import { HISTORY } from '../support/history-options.ts';
import { startS3Server } from '../support/s3-server.ts';

const ROUNDS = Number(process.env.EDITS ?? 8);

let builder: Builder;
let store: ReleaseStore;
beforeEach(async () => {
	builder = await makeBuilder();
	store = await openStore(join(builder.folder, 'store'));
});
afterEach(() => builder.remove());

async function filesOf(out: string, release: string) {
	const folder = releaseFolder(out, release);
	return describeFiles(folder, await readManifest(folder));
}

async function followEdits(store: ReleaseStore): Promise<void> {
	const { out } = builder;
	const [always, sometimes] = [builder.machine('always'), builder.machine('sometimes')];
	let before = new Set<string>();
	for (let round = 0; round < ROUNDS; round++) {
		const release = round === 0 ? currentRelease(out)! : await builder.build();
		const files = (await filesOf(out, release)).map(({ sha256 }) => sha256);
		const sent = files.filter((file) => !before.has(file)).length;
		before = before.union(new Set(files));
		expect(await pushRelease({ out, store })).toMatchObject({ release, sent });
		const pulled = await pullRelease(always, store);
		expect(pulled).toMatchObject({ outcome: 'pulled', release });
		// A machine keeps no index and no manifest from releases before the last one.
		expect(pulled.downloaded).toBeLessThanOrEqual(sent + 1);
		const expected = await contentOf(out);
		expect(await contentOf(always)).toEqual(expected);
		if (round % 3 !== 2) continue;
		await pullRelease(sometimes, store);
		expect(await contentOf(sometimes)).toEqual(expected);
	}
	expect(await pullRelease(always, store)).toMatchObject({ outcome: 'unchanged' });
	expect(readdirSync(always)).not.toContain('downloads');
}

/** Sends and gets a file that is too large for one part. */
async function expectLargeFile(s3: ReleaseStore): Promise<void> {
	const [sent, got] = [join(builder.out, 'sent'), join(builder.out, 'got')];
	writeFileSync(sent, randomBytes(40_000_000));
	await s3.upload('files/large', sent);
	expect(await s3.download('files/large', got, 40_000_000)).toBe(true);
	expect(readFileSync(got).equals(readFileSync(sent))).toBe(true);
	const tooLarge = `files/large in ${s3.address} is too large: at most 39,999,999 bytes were expected.`;
	await expect(s3.download('files/large', got, 39_999_999)).rejects.toThrow(tooLarge);
	await expect(s3.read('files/large', 39_999_999)).rejects.toThrow(tooLarge);
	for (const file of [sent, got]) rmSync(file);
}

describe('After random edits, other machines have the same content and history, and only changed packs are sent', () => {
	test('in a folder', () => followEdits(store));

	test('in S3', async () => {
		const server = await startS3Server();
		for (const [name, value] of Object.entries(server.env)) vi.stubEnv(name, value);
		try {
			const s3 = await openStore(server.address);
			await followEdits(s3);
			await expect(openStore('s3://other/x').then((other) => other.list('files'))).rejects.toThrow(
				's3://other/x cannot be reached: the bucket does not exist.',
			);
			const later = Date.now() + 2 * GRACE;
			const { removed } = await pushRelease({ out: builder.out, store: s3, now: later });
			expect(removed).toBeGreaterThan(3);
			await expectPullable(s3, 'after');
			await expectLargeFile(s3);
			await server.stop();
			await expect(s3.list('files')).rejects.toThrow(`${server.address} cannot be reached: `);
		} finally {
			vi.unstubAllEnvs();
			await server.stop();
		}
	});
});

async function expectPullable(from: ReleaseStore, name: string): Promise<void> {
	const machine = builder.machine(name);
	await pullRelease(machine, from);
	expect(await contentOf(machine)).toEqual(await contentOf(builder.out));
}

test('A rollback reaches other machines, and so does the next build', async () => {
	const { out } = builder;
	const other = builder.machine('other');
	const first = currentRelease(out)!;
	await builder.build();
	await pushRelease({ out, store });
	await pullRelease(other, store);
	await switchRelease(out, 'rollback', HISTORY, (publications) => previousRelease(out, publications));
	await pushRelease({ out, store });
	await pullRelease(other, store);
	expect(currentRelease(other)).toBe(first);
	expect(await contentOf(other)).toEqual(await contentOf(out));
});

test('Hidden changes reach other machines when the same release is pushed again', async () => {
	const { out } = builder;
	const other = builder.machine('other');
	await builder.build();
	await pushRelease({ out, store });
	await pullRelease(other, store);
	using history = new HistoryWriter(historyFile(out));
	const { seq } = history.last()!;
	expect(history.hide({ publication: seq }, false).count).toBeGreaterThan(0);
	expect(await contentOf(other)).not.toEqual(await contentOf(out));
	await pushRelease({ out, store });
	expect(await pullRelease(other, store)).toMatchObject({ outcome: 'pulled', downloaded: 0 });
	expect(await contentOf(other)).toEqual(await contentOf(out));
	expect(await pullRelease(other, store)).toMatchObject({ outcome: 'unchanged' });
});

test('A rollback on one machine stays until its user publishes again', async () => {
	const { out } = builder;
	const other = builder.machine('other');
	const first = currentRelease(out)!;
	await pushRelease({ out, store });
	await pullRelease(other, store);
	await builder.build();
	await pushRelease({ out, store });
	await pullRelease(other, store);
	await switchRelease(other, 'rollback', HISTORY, () => first);
	const release = await builder.build();
	await pushRelease({ out, store });
	expect(await pullRelease(other, store)).toMatchObject({ outcome: 'paused', release });
	expect(currentRelease(other)).toBe(first);
	await switchRelease(other, 'publish', HISTORY, () => release);
	await pullRelease(other, store);
	expect(await contentOf(other)).toEqual(await contentOf(out));
});

test('An older release never replaces a newer one', async () => {
	const { out } = builder;
	await pushRelease({ out, store });
	const older = builder.machine('older');
	cpSync(out, older, { recursive: true, verbatimSymlinks: true });
	const release = await builder.build();
	await pushRelease({ out, store });
	await expect(pushRelease({ out: older, store })).rejects.toThrow(`has a newer release, ${release}, so`);
	await expectPullable(store, 'other');
});

test('Another folder of releases can push only if it takes over', async () => {
	await pushRelease({ out: builder.out, store });
	const successor = await makeBuilder(2);
	try {
		await expect(pushRelease({ out: successor.out, store })).rejects.toThrow('come from another folder of releases');
		await pushRelease({ out: successor.out, store, takeOver: true });
		const other = builder.machine('other');
		await pullRelease(other, store);
		expect(await contentOf(other)).toEqual(await contentOf(successor.out));
		await expect(pushRelease({ out: builder.out, store })).rejects.toThrow('--take-over');
	} finally {
		successor.remove();
	}
});

test.each(['files', 'compressed', 'publications'])(
	'A damaged object in %s is named, and pushing again repairs it',
	async (kind) => {
		const { out } = builder;
		const other = builder.machine('other');
		await pushRelease({ out, store });
		await pullRelease(other, store);
		const current = currentRelease(other);
		const before = (await store.list(kind)).map(({ name }) => name);
		await builder.build();
		await pushRelease({ out, store });
		const added = (await store.list(kind)).map(({ name }) => name).filter((name) => !before.includes(name));
		expect(added).not.toEqual([]);
		for (const name of added) {
			flipBit(join(store.address, name));
			await expect(pullRelease(other, store)).rejects.toThrow(name);
			expect(currentRelease(other)).toBe(current);
			flipBit(join(store.address, name));
			rmSync(join(other, 'downloads'), { recursive: true, force: true });
		}
		await store.remove(added.at(-1)!);
		await pushRelease({ out, store });
		await pullRelease(other, store);
		expect(await contentOf(other)).toEqual(await contentOf(out));
	},
);

test('A small object that decompresses to far more than its release lists is refused, and leaves no file', async () => {
	const { out } = builder;
	await pushRelease({ out, store });
	const { sha256, size } = (await filesOf(out, currentRelease(out)!)).find(isCompressed)!;
	const object = `compressed/${sha256}`;
	const bomb = zstdCompressSync(Buffer.alloc(300_000_000));
	expect(bomb.length).toBeLessThan(size);
	await store.write(object, bomb);
	const other = builder.machine('other');
	await expect(pullRelease(other, store)).rejects.toThrow(
		`${object} in ${store.address} is too large: at most ${size.toLocaleString('en')} bytes were expected after decompression. Delete it, `,
	);
	const left = readdirSync(join(other, 'downloads')).map((name) => statSync(join(other, 'downloads', name)).size);
	expect(Math.max(...left)).toBeLessThan(1_000_000);
	await store.remove(object);
	await pushRelease({ out, store });
	await expectPullable(store, 'other');
});

test('No object may be longer than its publication says', async () => {
	await pushRelease({ out: builder.out, store });
	await builder.build();
	await pushRelease({ out: builder.out, store });
	const last = (await listPublications(store)).at(-1)!;
	const content = (await readPublication(store, last))!;
	const shorter = <T extends { size: number }>(list: readonly T[], index: number) =>
		list.with(index, { ...list[index]!, size: list[index]!.size - 1 });
	for (const [index, file] of content.files.entries()) {
		await writePublication(store, last, { ...content, files: shorter(content.files, index) });
		await expect(pullRelease(builder.machine(`file-${index}`), store)).rejects.toThrow(
			`${fileObject(file)} in ${store.address} is too large`,
		);
	}
	for (const [index, part] of content.history.entries()) {
		await writePublication(store, last, { ...content, history: shorter(content.history, index) });
		await expect(pullRelease(builder.machine(`history-${index}`), store)).rejects.toThrow(
			`${historyObject(part.sha256)} in ${store.address} is damaged`,
		);
	}
	expect(content.history).not.toEqual([]);
	await writePublication(store, last, content);
	await expectPullable(store, 'other');
});

test('A publication of more than 16 MB is not read, and neither is an object that is not a file', async () => {
	await pushRelease({ out: builder.out, store });
	const { name } = (await listPublications(store)).at(-1)!;
	const content = readFileSync(join(store.address, name));
	await store.write(name, Buffer.concat([content, Buffer.alloc(2 ** 24, ' ')]));
	const other = builder.machine('other');
	await expect(pullRelease(other, store)).rejects.toThrow(`${name} in ${store.address} is too large`);
	await store.write(name, content);
	const [{ name: pack } = { name: '' }] = await store.list('files');
	rmSync(join(store.address, pack));
	symlinkSync('/dev/zero', join(store.address, pack));
	await expect(pullRelease(other, store)).rejects.toThrow(`${pack} in ${store.address} is damaged`);
});

test('A damaged pack is not pushed', async () => {
	const { out } = builder;
	await pushRelease({ out, store });
	const release = await builder.build();
	const { path } = (await filesOf(out, release)).at(-1)!;
	flipBit(join(releaseFolder(out, release), path));
	await expect(pushRelease({ out, store })).rejects.toThrow(`${path} is damaged`);
});

test('A store that has lost its newest release is not followed back', async () => {
	const { out } = builder;
	const other = builder.machine('other');
	await pushRelease({ out, store });
	const release = await builder.build();
	await pushRelease({ out, store });
	await pullRelease(other, store);
	await store.remove((await store.list('publications')).at(-1)!.name);
	await expect(pullRelease(other, store)).rejects.toThrow('is older than the one pulled last');
	expect(currentRelease(other)).toBe(release);
});

test('Two machines pull at once', async () => {
	await pushRelease({ out: builder.out, store });
	const machines = [builder.machine('one'), builder.machine('two')];
	await Promise.all(machines.map((out) => pullRelease(out, store)));
	const third = builder.machine('three');
	const twice = await Promise.allSettled([pullRelease(third, store), pullRelease(third, store)]);
	expect(twice.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
	expect(String((twice[1] as PromiseRejectedResult).reason)).toContain('Another command is pulling releases');
	const expected = await contentOf(builder.out);
	for (const out of machines) expect(await contentOf(out)).toEqual(expected);
});

describe('Pruning', () => {
	/** A store whose downloads wait until a promise resolves. */
	function slow(until: Promise<void>, started: () => void): ReleaseStore {
		return {
			...store,
			async download(...asked) {
				started();
				await until;
				return store.download(...asked);
			},
		};
	}

	/** Makes objects look as if they had been written more than a day ago. */
	async function makeOlder(objects: string): Promise<void> {
		const time = (Date.now() - GRACE - 60_000) / 1000;
		for (const { name } of await store.list(objects)) utimesSync(join(store.address, name), time, time);
	}

	test('leaves the files that another machine is pulling', async () => {
		const { out } = builder;
		const first = currentRelease(out)!;
		await pushRelease({ out, store });
		const other = builder.machine('other');
		const [started, pruned] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const pulling = pullRelease(other, slow(pruned.promise, started.resolve));
		await started.promise;
		await makeOlder('files');
		await makeOlder('compressed');
		for (let round = 0; round < 7; round++) {
			await builder.build();
			await pushRelease({ out, store });
		}
		pruned.resolve();
		expect(await pulling).toMatchObject({ outcome: 'pulled', release: first });
	});

	test('keeps releases like a folder does, and removes what only others need a day after it was written', async () => {
		const { out } = builder;
		const releases = [currentRelease(out)!];
		await pushRelease({ out, store });
		for (let round = 0; round < 7; round++) {
			releases.push(await builder.build());
			await pushRelease({ out, store });
		}
		expect(await store.list('publications')).toHaveLength(8);
		await makeOlder('files');
		await makeOlder('compressed');
		await makeOlder('publications');
		releases.push(await builder.build());
		const kept = async () => (await store.list('publications')).map(({ name }) => name.slice(-17, -5));
		const { removed } = await pushRelease({ out, store, keepDisk: 0 });
		expect(removed).toBeGreaterThan(8);
		// The current one, and the one that it replaced now, which a machine may still be pulling.
		expect(await kept()).toEqual(releases.slice(-2));
		await expectPullable(store, 'other');
		const twoHoursLater = Date.now() + 2 * 3_600_000;
		await pushRelease({ out, store, keepDisk: 0, now: twoHoursLater });
		expect(await kept()).toEqual(releases.slice(-1));
		await expectPullable(store, 'another');
	});
});

test('An empty store and other addresses are refused', async () => {
	await expect(pullRelease(builder.machine('other'), store)).rejects.toThrow('There are no releases in');
	await expect(openStore('ftp://a.example/b')).rejects.toThrow('is not a valid store for releases');
	rmSync(releaseFolder(builder.out, currentRelease(builder.out)!), { recursive: true });
	await expect(pushRelease({ out: builder.out, store })).rejects.toThrow('is damaged, so it was not pushed');
});
