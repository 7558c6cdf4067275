import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startBodies } from '../../src/build/body-layers.ts';
import { Random } from '../../src/generate/random.ts';
import { BodyPackReader } from '../../src/release/body-pack-reader.ts';
import { BodyStore } from '../../src/release/body-store.ts';
import { FILES } from '../../src/release/layout.ts';
import type { Manifest } from '../../src/release/manifest.ts';
import { type MemberHead, startsMember } from '../../src/release/member.ts';
import { temporaryFolder } from '../snapshot/made.ts';

const FIRST = Array.from({ length: 600 }, (_, n) => `/programs/program-${n}`);
const STARTS = FIRST.filter((path) => startsMember('programs', path));

/** Builds a release with a record at each path. With `changed`, updates the current release instead. */
function build(
	folder: string,
	records: ReadonlyMap<string, number>,
	update?: { current: { folder: string; manifest: Manifest }; changed: readonly string[] },
) {
	mkdirSync(folder);
	const bodies = startBodies(folder, update?.current, update !== undefined);
	for (const path of update?.changed ?? records.keys()) {
		if (records.has(path)) bodies.addResponse(path, { path, version: records.get(path) });
		else if (update) bodies.removeResponse(path);
	}
	return { folder, manifest: bodies.finish().manifest as Manifest };
}

function membersIn({ folder, manifest }: ReturnType<typeof build>): string[] {
	const store = new BodyStore(join(folder, FILES.bodies), manifest.bodies);
	const members = store.memberHeads('programs').map(({ path, head, pack }) => {
		const { records, gzipChecksum, zstdChecksum }: MemberHead = JSON.parse(head);
		const reader = new BodyPackReader(pack, 0);
		const text = gunzipSync(reader.member(path, 'gzip', gzipChecksum)).toString();
		expect(zstdDecompressSync(reader.member(path, 'zstd', zstdChecksum)).toString()).toBe(text);
		reader.close();
		expect(text.split('\n')).toHaveLength(records + 1);
		return `${path} ${head} ${text}`;
	});
	store.close();
	return members;
}

test('After random changes, updated members equal those of a full build', () => {
	const folder = temporaryFolder();
	const random = new Random(1, 'members');
	const records = new Map(FIRST.map((path) => [path, 0]));
	let current = build(join(folder, 'first'), records);
	expect(membersIn(current).length).toBeGreaterThan(5);
	for (let round = 1; round <= 60; round++) {
		// Every other change is at the start of a member.
		const changed = new Set(
			Array.from({ length: random.between(1, 4) }, (_, i) => random.pick(i % 2 === 0 ? STARTS : FIRST)),
		);
		// Sometimes everything goes, and later comes back.
		if (round % 20 === 10) for (const path of FIRST) changed.add(path);
		for (const path of changed) {
			const isGone = !records.has(path);
			if (round % 20 === 10 || (!isGone && random.between(1, 2) === 1)) records.delete(path);
			else records.set(path, round);
		}
		const paths = [...changed].filter((path) => records.has(path) || hasRecord(current, path));
		current = build(join(folder, `over-${round}`), records, { current, changed: paths });
		const whole = build(join(folder, `whole-${round}`), new Map([...records].sort()));
		expect(membersIn(current)).toEqual(membersIn(whole));
	}
});

function hasRecord({ folder, manifest }: ReturnType<typeof build>, path: string): boolean {
	const store = new BodyStore(join(folder, FILES.bodies), manifest.bodies);
	const found = store.record(path) !== undefined;
	store.close();
	return found;
}

test('A change of one record rewrites one member', () => {
	const folder = temporaryFolder();
	const records = new Map(FIRST.map((path) => [path, 0]));
	const before = build(join(folder, 'before'), records);
	const path = FIRST.find((path) => !startsMember('programs', path))!;
	records.set(path, 1);
	const after = build(join(folder, 'after'), records, { current: before, changed: [path] });
	const [old, now] = [membersIn(before), membersIn(after)];
	expect(now).toHaveLength(old.length);
	expect(now.filter((member, index) => member !== old[index])).toHaveLength(1);
});
