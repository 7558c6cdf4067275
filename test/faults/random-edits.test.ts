import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { BuildOptions } from '../../src/build/build-options.ts';
import type { CountedVisits } from '../../src/build/counted-visits.ts';
import { warmUp } from '../../src/build/warm.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { contentRoot } from '../../src/release/release-diff.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { records } from '../../src/snapshot/read.ts';
import { Random } from '../generate/random.ts';
import { generateSnapshot } from '../generate/snapshot.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { buildHere } from '../support/build-here.ts';
import { editorOf } from '../support/random-edits.ts';
import { succeed } from '../support/run-command.ts';

/** How many times the directory is edited and built. */
const EDITS = Number(process.env.EDITS ?? 8);
vi.setConfig({ testTimeout: EDITS * 60_000 });

/** The text index of so few records has one part, so it is equal too. */
test('After random edits, a release built over others, in a warm process or not, equals one built from nothing, byte for byte', async () => {
	const folder = temporaryFolder();
	const [snapshot, out] = [join(folder, 'snapshot.sqlite'), join(folder, 'out')];
	mkdirSync(out);
	const makeEdits = editorOf(new Random(Number(process.env.SEED ?? 1), 'edits'));
	generateSnapshot(snapshot, { programs: 40, reviews: 120, seed: 1 });
	let day = 1;
	const build = async (out: string, options: Partial<BuildOptions> = {}) => {
		const visits = countedOn(day, snapshot);
		return releaseFolder(out, (await buildHere({ snapshot, out, visits, ...options })).release);
	};
	const warm = await warmUp(out);
	await build(out);
	for (let edit = 1; edit <= EDITS; edit++) {
		// Some builds are on the same day as the one before, so they have the same views.
		if (edit % 3 > 0) day++;
		const edits = makeEdits(snapshot);
		const whole = join(folder, `whole-${edit}`);
		mkdirSync(whole);
		const over = await build(out, edit % 2 === 0 ? { warm } : {});
		const fresh = await build(whole);
		expect(basename(over)).toBe(basename(fresh));
		expect(await contentRoot(over), edits).toBe(await contentRoot(fresh));
		if (edit === EDITS) await expectSameExports(folder, out, whole);
		rmSync(whole, { recursive: true });
	}
});

/** The views that were counted before a day. The counts of a day never change, although the programs do. */
function countedOn(day: number, snapshot: string): CountedVisits {
	const today = `2026-05-${String(day).padStart(2, '0')}`;
	const random = new Random(day, 'views');
	const slugs = withSnapshot(snapshot, (db) => [...records(db, 'programs')].map(({ slug }) => slug)).sort();
	const made = new Map(slugs.filter(() => random.chance(0.7)).map((slug) => [slug, random.between(0, 9)]));
	const views = counted.get(today) ?? made;
	counted.set(today, views);
	return { today, read: async () => views };
}

const counted = new Map<string, ReadonlyMap<string, number>>();

async function expectSameExports(folder: string, one: string, other: string): Promise<void> {
	const filesOf = async (out: string, name: string) => {
		const site = join(folder, name);
		await succeed('export', ['--out', out, '--site', site]);
		const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
		const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
		return new Map(paths.map((path) => [path.slice(site.length), readFileSync(path).toString('base64')]));
	};
	const [first, second] = [await filesOf(one, 'one'), await filesOf(other, 'other')];
	expect([...first.keys()]).toEqual([...second.keys()]);
	// The list of exported files is in the order in which they were written.
	expect([...first].filter(([path, file]) => path !== '/.exported' && second.get(path) !== file)).toEqual([]);
}
