/** Erases records: removes them, and takes their values out of the log of changes and of what sources said. */
import type Database from 'better-sqlite3';
import type { Kind } from '../../catalog/records.ts';
import { recordFinder } from '../../snapshot/read.ts';
import { redirectFinder } from '../../snapshot/redirects.ts';
import type { RecordKey } from '../../snapshot/removals.ts';
import type { OpenChange } from '../../snapshot/write.ts';
import { needRecord, removedWith } from './edit-records.ts';

/** Records that were removed earlier can be erased too. The reviews of a program are erased with it. */
export function eraseRecords({ db, erase }: OpenChange, kind: Kind, keys: readonly string[]): void {
	const [find, follow] = [recordFinder(db), redirectFinder(db)];
	const isGone = (key: string) =>
		find(kind, key) === undefined && typeof follow(kind, key) !== 'string' && hasTraces(db, { kind, key });
	const gone = keys.filter(isGone).map((key) => ({ kind, key }));
	const present = keys.filter((key) => !isGone(key));
	for (const key of present) needRecord(db, kind, key);
	for (const one of [...removedWith(db, kind, present), ...gone]) erase(one.kind, one.key);
}

/** Whether the log or a source still has values of a record. */
function hasTraces(db: Database.Database, { kind, key }: RecordKey): boolean {
	return (
		db
			.prepare<RecordKey>(
				`SELECT 1 FROM edits WHERE kind = :kind AND key = :key AND coalesce(before, after) IS NOT NULL
				 UNION ALL SELECT 1 FROM statements WHERE kind = :kind AND key = :key AND said <> '{}'`,
			)
			.get({ kind, key }) !== undefined
	);
}
