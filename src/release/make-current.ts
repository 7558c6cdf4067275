/** Makes a release current, and adds its changes to the public history. */

import type { Change } from '../catalog/change.ts';
import { isDiskFull } from '../shared/explain.ts';
import { syncToDisk } from '../shared/files.ts';
import { shellWord } from '../shared/text.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import { changedRecords } from './changed-records.ts';
import { historyFile } from './history/history-file.ts';
import { HistoryWriter } from './history/history-writer.ts';
import type { JournalEntry } from './journal.ts';
import { releaseFolder } from './layout.ts';
import { readManifest } from './manifest.ts';
import { currentRelease, publish } from './publish.ts';
import type { Publishing } from './publishing.ts';

export interface HistoryOptions {
	/** The number of days for which changes are kept. */
	readonly historyDays: number;
	/** Called if the history could not be updated, or had to start again. The publication continues in both cases. */
	readonly warn: (message: string) => void;
}

/** @returns all publications, latest first */
export async function makeCurrent(
	out: string,
	id: string,
	{ kind, record }: Pick<Publishing, 'kind' | 'record'>,
	options: HistoryOptions,
): Promise<readonly JournalEntry[]> {
	// The history may lack the current release, if a process was killed before adding it, or a user made it current by hand.
	const isUpToDate = await updateHistory(out, options);
	publish(out, id, kind);
	syncToDisk(out);
	const publications = record(id);
	if (isUpToDate) await updateHistory(out, options);
	return publications;
}

/**
 * Adds the current release to the history, unless it is already the latest one there. Returns whether the history is up
 * to date.
 */
async function updateHistory(out: string, { historyDays, warn }: HistoryOptions): Promise<boolean> {
	const release = currentRelease(out);
	if (release === undefined) return true;
	try {
		using history = new HistoryWriter(historyFile(out));
		const last = history.last();
		if (last?.release === release) return true;
		const { snapshot } = await readManifest(releaseFolder(out, release));
		const publication = { snapshot, release, at: toTimestamp(new Date()) };
		if (last === undefined) history.restart(publication);
		else if (last.snapshot === snapshot) history.replaceRelease(release);
		else {
			try {
				const changes = changedRecords(releaseFolder(out, last.release), releaseFolder(out, release));
				history.add(publication, readable(changes), historyDays);
			} catch (error) {
				if (!(error instanceof Unreadable)) throw error;
				history.restart(publication);
				warn(
					`the history of changes starts again with the release ${release}, because the one before it, ${last.release}, cannot be read: ${error.message}`,
				);
			}
		}
		return true;
	} catch (error) {
		warn(explained(error as Error, historyFile(out)));
		return false;
	}
}

class Unreadable extends Error {}

function* readable(changes: Iterable<Change>): Generator<Change> {
	try {
		yield* changes;
	} catch (cause) {
		throw new Unreadable((cause as Error).message, { cause });
	}
}

function explained(error: Error & { readonly code?: string }, file: string): string {
	if (isDiskFull(error)) {
		return `the disk with ${file} is full, so the history of changes was not updated. Free some space; the next publication adds what is missing.`;
	}
	if (['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(error.code ?? '')) {
		return `${file} is damaged, so the history of changes was not updated. Remove it (rm ${shellWord(file)}*): the next publication starts a new history.`;
	}
	return `the history of changes in ${file} was not updated: ${error.message} The next publication tries again.`;
}
