import Database from 'better-sqlite3';

/** The numbers of published records that differ between two releases. */
export interface ChangedRecords {
	readonly added: number;
	readonly changed: number;
	readonly removed: number;
}

/** The responses for single records, such as `/programs/acme`. */
const ANSWERS = "path LIKE '/%/%'";

/**
 * Counts the records whose responses differ. A record also counts if only something that it shows has changed, such as
 * a program's rating. Without an earlier release, or if it is damaged, all records are new.
 *
 * @param before the file with the bodies of the earlier release
 * @param after that of the later release
 */
export function countChangedRecords(before: string | undefined, after: string): ChangedRecords {
	const db = new Database(after, { readonly: true });
	const count = (table: string, condition = '') =>
		db.prepare<[], number>(`SELECT count(*) FROM ${table} WHERE ${ANSWERS} ${condition}`).pluck().get()!;
	const all = count('entries');
	try {
		db.prepare('ATTACH ? AS before').run(before ?? '');
		const both = 'main.entries a JOIN before.entries b USING (path)';
		const kept = count(both);
		const changed = count(both, 'AND (a.tag <> b.tag OR a.rest IS NOT b.rest)');
		return { added: all - kept, changed, removed: count('before.entries') - kept };
	} catch {
		return { added: all, changed: 0, removed: 0 };
	} finally {
		db.close();
	}
}
