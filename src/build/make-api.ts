/** Makes a release's files for the API. */
import { join } from 'node:path';
import { FILES } from '../release/layout.ts';
import type { Manifest } from '../release/manifest.ts';
import { withSnapshot } from '../snapshot/open.ts';
import { affectedBodies } from './affected-bodies.ts';
import type { Base } from './base.ts';
import { BodyLayers, type BuiltBodies } from './body-layers.ts';
import { buildBodies } from './build-bodies.ts';
import { buildProgramIndex } from './build-program-index.ts';
import type { Current } from './current-packs.ts';
import { updateBodies } from './update-bodies.ts';

export interface ApiOptions {
	/** The path of the snapshot file. */
	readonly snapshot: string;
	readonly folder: string;
	readonly current: Current;
	/** The release that the build starts from. If there is one, only bodies that can differ from it are made. */
	readonly base: Base | undefined;
}

export interface BuiltApi extends BuiltBodies {
	readonly index_checksum: Manifest['index_checksum'];
}

/** The approximate fraction of the time that is spent on the bodies. The rest is spent on the program index. */
const BODIES = 0.6;

/** @param progress called first when SQLite is loaded */
export function makeApi({ snapshot, folder, current, base }: ApiOptions, progress: (done: number) => void): BuiltApi {
	const bodies = new BodyLayers(folder, current, base !== undefined);
	progress(0);
	const index = join(folder, FILES.index);
	const index_checksum = withSnapshot(snapshot, (db) => {
		if (base === undefined || !bodies.isPartial) {
			buildBodies(bodies, db, (done) => progress(done * BODIES));
			return buildProgramIndex(db, index);
		}
		const affected = withSnapshot(base.snapshot, (earlier) => {
			const affected = affectedBodies(base.changes, earlier, db);
			updateBodies(bodies, affected, earlier, db);
			return affected;
		});
		const { index_checksum: checksum } = base.manifest;
		return buildProgramIndex(db, index, { file: base.index, checksum, affected: affected.programs });
	});
	return { ...bodies.finish(), index_checksum };
}
