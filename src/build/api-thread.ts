/** A worker thread that builds a release's files for the API. The thread sends its progress, then the result. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { FILES } from '../release/layout.ts';
import { withSnapshot } from '../snapshot/open.ts';
import { affectedBodies } from './affected-bodies.ts';
import { BodyLayers } from './body-layers.ts';
import type { FromApiThread, ToApiThread } from './build-api.ts';
import { buildBodies } from './build-bodies.ts';
import { buildProgramIndex } from './build-program-index.ts';
import { updateBodies } from './update-bodies.ts';

/**
 * The approximate fraction of the thread's time that is spent on the bodies. The rest is spent on the program index.
 */
const BODIES = 0.6;

const { snapshot, folder, current, base } = workerData as ToApiThread;
const send = (message: FromApiThread) => parentPort!.postMessage(message);

const bodies = new BodyLayers(folder, current, base !== undefined);
// From here on, the thread can be stopped at any moment, because it has finished loading SQLite.
send({ done: 0 });
const index = join(folder, FILES.index);
const index_checksum = withSnapshot(snapshot, (db) => {
	if (base === undefined || !bodies.isPartial) {
		buildBodies(bodies, db, (done) => send({ done: done * BODIES }));
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
send({ ...bodies.finish(), index_checksum });
