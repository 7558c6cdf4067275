/** Finds what is in the snapshot, but not online. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { copyToCompare } from '../../commands/counted-visits.ts';
import { FILES, releaseFolder } from '../../release/layout.ts';
import { currentRelease } from '../../release/publish.ts';
import { diffSnapshots, type SnapshotDifference } from '../../snapshot/changes/diff.ts';
import {
	type ChangeWithEdits,
	findChange,
	type LoggedChange,
	readChanges,
} from '../../snapshot/changes/read-changes.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import type { Editor } from './editor.ts';

export interface Pending {
	/**
	 * How the snapshot differs from what is online, odd differences first. Undefined if that cannot be compared: nothing is
	 * online, or the release online has no copy of its snapshot.
	 */
	readonly differences: readonly SnapshotDifference[] | undefined;
	readonly isOnline: boolean;
	/** The latest changes that are not online, latest first. */
	readonly changes: readonly ChangeWithEdits[];
	readonly moreChanges: number;
	/** The ID of the latest change in the log, 0 if there is none. */
	readonly latest: number;
}

/** The maximum number of changes to show. */
const MOST = 50;

export function pendingChanges({ snapshot, out }: Editor): Pending {
	const current = currentRelease(out);
	const online = current && join(releaseFolder(out, current), FILES.snapshot);
	const isComparable = online !== undefined && existsSync(online);
	const published = isComparable ? withSnapshot(online, (db) => findChange(db)) : undefined;
	const differences = isComparable ? differencesFrom(online, snapshot) : undefined;
	return withSnapshot(snapshot, (db) => {
		const pending = changesAfter(db, published);
		const changes = pending.slice(0, MOST).flatMap(({ id }) => findChange(db, id) ?? []);
		const moreChanges = pending.length - changes.length;
		return { differences, isOnline: current !== undefined, changes, moreChanges, latest: latestChange(db) };
	});
}

export function latestChange(db: Database.Database): number {
	return db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM changes').pluck().get()!;
}

/** Returns the changes after one that the log may not have, because another snapshot was online. */
function changesAfter(db: Database.Database, last: LoggedChange | undefined): LoggedChange[] {
	const isKnown = last !== undefined && findChange(db, last.id)?.at === last.at;
	const after = isKnown ? last.id : 0;
	return [...readChanges(db)].filter(({ id }) => id > after);
}

function differencesFrom(online: string, snapshot: string): SnapshotDifference[] {
	const folder = mkdtempSync(join(tmpdir(), 'pending-'));
	try {
		const copy = join(folder, FILES.snapshot);
		copyToCompare(snapshot, online, copy);
		return diffSnapshots(online, copy);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
