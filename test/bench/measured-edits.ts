/** Measures a full build, and then several edits, each with its own build. */
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { releaseFolder } from '../../src/release/layout.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { succeed } from '../support/run-command.ts';
import { startServer } from '../support/running-server.ts';
import { diskOf } from './disk.ts';
import { type Edit, editsOf, writeEdit } from './edits.ts';
import { type MeasuredBuild, measureBuild } from './measured-build.ts';
import { waitForSnapshot } from './served-snapshot.ts';

/** The number of programs and of reviews. */
export type Size = readonly [programs: number, reviews: number];

/** The folders and files of a benchmark. */
export interface Places {
	readonly folder: string;
	readonly snapshot: string;
	readonly out: string;
	readonly state: string;
}

export interface MeasuredEdit {
	readonly name: string;
	/** How many seconds the import took. */
	readonly imported: number;
	/** The seconds from the start of the build until the server shows the new release. */
	readonly served: number;
	readonly build: MeasuredBuild;
}

export interface Measured {
	/** The first build, into an empty folder of releases. */
	readonly full: MeasuredBuild;
	readonly edits: readonly MeasuredEdit[];
	/** The disk space, in bytes, used by the first release, and by all releases after the edits. */
	readonly disk: { readonly full: number; readonly all: number };
}

export function placesIn(folder: string): Places {
	const [snapshot, out, state] = [join(folder, 'snapshot.sqlite'), join(folder, 'out'), join(folder, 'state')] as const;
	return { folder, snapshot, out, state };
}

export async function measureEdits([programs, reviews]: Size, places: Places): Promise<Measured> {
	const { folder, snapshot, out, state } = places;
	const generated = join(folder, `${programs}-${reviews}.sqlite`);
	if (!existsSync(generated)) {
		const size = ['--programs', String(programs), '--reviews', String(reviews)];
		await succeed('generate', [...size, '--snapshot', generated]);
	}
	rmSync(out, { recursive: true, force: true });
	copyFileSync(generated, snapshot);
	const full = await measureBuild(snapshot, out);
	const diskOfFull = diskOf(releaseFolder(out, full.summary.release));
	const edits: MeasuredEdit[] = [];
	const server = await startServer({ out, state }, { env: { LOG_LEVEL: 'error' } });
	try {
		let before = full.summary.snapshot;
		for (const edit of withSnapshot(snapshot, editsOf)) {
			edits.push(await measureEdit(edit, places, server.port, before));
			before = edits.at(-1)!.build.summary.snapshot;
		}
	} finally {
		await server.stop();
	}
	return { full, edits, disk: { full: diskOfFull, all: diskOf(out) } };
}

/** @param before the content ID of the snapshot that the server shows before the edit */
async function measureEdit(
	edit: Edit,
	{ folder, snapshot, out }: Places,
	port: number,
	before: string,
): Promise<MeasuredEdit> {
	const files = writeEdit(edit, join(folder, 'edits'));
	const start = performance.now();
	await succeed('import', [files, '--snapshot', snapshot]);
	const buildStart = performance.now();
	const isServed = waitForSnapshot(port, (served) => served !== before).then(() => performance.now());
	const [build, end] = await Promise.all([measureBuild(snapshot, out), isServed]);
	return { name: edit.name, imported: (buildStart - start) / 1000, served: (end - buildStart) / 1000, build };
}
