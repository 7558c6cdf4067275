/** Makes the file of the program search: the index of the programs, and their items. */
import { once } from 'node:events';
import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { programItem } from '../catalog/views.ts';
import { packItems } from '../release/program-items.ts';
import { buildIndex } from '../search/build-index.ts';
import { compareDefault } from '../search/order.ts';
import { pack } from '../search/sections.ts';
import { withSnapshot } from '../snapshot/open.ts';
import { publishedPrograms } from '../snapshot/read.ts';

/**
 * Writes the index of a snapshot's programs.
 *
 * @param snapshot the file to read
 * @param file the path of the index
 */
export function buildProgramIndex(snapshot: string, file: string): void {
	const programs = withSnapshot(snapshot, (db) => [...publishedPrograms(db)]).sort(compareDefault);
	const items = packItems(programs.values().map(programItem));
	writeChunks(file, pack({ ...buildIndex(programs), ...items }));
}

function writeChunks(file: string, chunks: readonly Uint8Array[]): void {
	const descriptor = openSync(file, 'w');
	try {
		for (const chunk of chunks) writeFileSync(descriptor, chunk);
	} finally {
		closeSync(descriptor);
	}
}

/** If a snapshot is smaller, in bytes, making its index takes less time than starting a thread. */
const LARGE = 2 * 2 ** 20;

/**
 * Makes the program index and runs `work`. For a large snapshot it does both at once, because they take about equally
 * long.
 */
export async function buildIndexBeside<T>(snapshot: string, file: string, work: () => T): Promise<T> {
	if (statSync(snapshot).size < LARGE) {
		buildProgramIndex(snapshot, file);
		return work();
	}
	const thread = new Worker(new URL('program-index-thread.ts', import.meta.url), { workerData: { snapshot, file } });
	const ended = once(thread, 'exit');
	// If `work` throws, its error is reported, and a later error of the thread is ignored.
	ended.catch(() => {});
	try {
		const result = work();
		await ended;
		return result;
	} finally {
		await thread.terminate();
	}
}
