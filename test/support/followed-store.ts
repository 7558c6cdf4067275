/** Builds small directories in temporary folders, for tests that push and pull releases. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../src/commands/generate/random.ts';
import { generateSnapshot } from '../../src/commands/generate/snapshot.ts';
import { contentRoot } from '../../src/release/content-root.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { historyParts } from '../../src/snapshot/history/history-copy.ts';
import { historyFile } from '../../src/snapshot/history/history-file.ts';
import { buildHere } from './build-here.ts';
import { editorOf } from './random-edits.ts';

/** A machine that builds releases, in a folder of its own. */
export interface Builder {
	readonly folder: string;
	readonly out: string;
	/** Edits the snapshot at random and builds a release. Returns the release's ID. */
	build(): Promise<string>;
	/** Makes another folder of releases. Returns its path. */
	machine(name: string): string;
	remove(): void;
}

/** Makes a snapshot of an invented directory and builds its first release. */
export async function makeBuilder(seed = 1): Promise<Builder> {
	const folder = mkdtempSync(join(tmpdir(), 'transfer-'));
	const snapshot = join(folder, 'snapshot.sqlite');
	const machine = (name: string) => {
		mkdirSync(join(folder, name), { recursive: true });
		return join(folder, name);
	};
	const out = machine('out');
	generateSnapshot(snapshot, { programs: 40, reviews: 120, seed });
	const edit = editorOf(new Random(seed, 'edits'));
	const buildNow = async () => (await buildHere({ snapshot, out, only: 'api' })).release;
	await buildNow();
	return {
		folder,
		out,
		async build() {
			edit(snapshot);
			return buildNow();
		},
		machine,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** Returns everything that clients can get from a machine: its current release and its history of changes. */
export async function contentOf(out: string) {
	const release = currentRelease(out)!;
	const history = [...historyParts(historyFile(out))].map(({ text }) => text);
	return { release, root: await contentRoot(releaseFolder(out, release)), history };
}
