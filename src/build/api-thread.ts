/** A worker thread that makes the part of a release that the API needs. It sends its progress, then the result. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { countChangedRecords } from '../release/changed-records.ts';
import { FILES } from '../release/layout.ts';
import { withSnapshot } from '../snapshot/open.ts';
import type { FromApiThread, ToApiThread } from './build-api.ts';
import { buildBodies } from './build-bodies.ts';
import { buildProgramIndex } from './build-program-index.ts';

/** The approximate share of the time that the bodies take. The rest is for the program index. */
const BODIES = 0.6;

const { snapshot, folder, before } = workerData as ToApiThread;
const send = (message: FromApiThread) => parentPort!.postMessage(message);
const counts = withSnapshot(snapshot, (db) => buildBodies(db, folder, (done) => send({ done: done * BODIES })));
const index_checksum = buildProgramIndex(snapshot, join(folder, FILES.index));
const records = countChangedRecords(before && join(before, FILES.bodies), join(folder, FILES.bodies));
send({ manifest: { counts, index_checksum }, records });
