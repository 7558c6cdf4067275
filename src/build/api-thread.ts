/**
 * A worker thread that makes a release's files for the API. It waits for a message with the section of the similar programs,
 * if the website makes it.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { ApiWriter, apiFile } from '../release/api-database.ts';
import { type ChangedRecords, countChangedRecords } from '../release/changed-records.ts';
import { FILES } from '../release/layout.ts';
import type { Manifest } from '../release/manifest.ts';
import { compareDefault } from '../search/order.ts';
import type { Sections } from '../search/sections.ts';
import { withSnapshot } from '../snapshot/open.ts';
import { publishedPrograms } from '../snapshot/read.ts';
import { writeApi, writeProgramIndex } from './write-api.ts';

export interface ApiOptions {
	/** The path of the snapshot file. */
	readonly snapshot: string;
	/** The folder in which the release is built. */
	readonly folder: string;
	/** The folder of the current release. */
	readonly before: string | undefined;
	/** Groups of phrases with the same meaning, for the search. */
	readonly synonyms: readonly (readonly string[])[];
}

export interface BuiltApi extends Pick<Manifest, 'counts' | 'index_checksum'> {
	/** How the records differ from those of the current release. */
	readonly records: ChangedRecords;
}

const { snapshot, folder, before, synonyms } = workerData as ApiOptions;
const file = apiFile(folder);
const { counts, programs } = withSnapshot(snapshot, (db) => {
	const programs = [...publishedPrograms(db)].sort(compareDefault);
	const api = new ApiWriter(file);
	const counts = writeApi(api, db, programs);
	api.finish();
	return { counts, programs };
});
const [similar] = (await once(parentPort!, 'message')) as [Sections | undefined];
const index_checksum = writeProgramIndex(join(folder, FILES.index), programs, synonyms, similar);
const all = Object.values(counts).reduce((sum, count) => sum + count);
const records = countChangedRecords(before && apiFile(before), file, all);
parentPort!.postMessage({ counts, index_checksum, records } satisfies BuiltApi);
