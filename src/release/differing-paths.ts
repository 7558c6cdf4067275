import Database from 'better-sqlite3';

/** The path of an API response that differs between two releases. */
export interface DifferingPath {
	readonly path: string;
	/** Its tags in the two releases, or null if a release lacks it. */
	readonly before: string | null;
	readonly after: string | null;
}

/**
 * Finds the API responses that differ between two releases, sorted by path.
 *
 * @param before the file of the earlier release's database
 * @param after the file of the later release's database
 * @throws Error if the file of the earlier release is not such a database
 */
export function* differingPaths(before: string, after: string): Generator<DifferingPath> {
	const db = new Database(after, { readonly: true, fileMustExist: true });
	try {
		db.prepare('ATTACH ? AS before').run(before);
		yield* db
			.prepare<[], DifferingPath>(
				`SELECT path, max(before) AS before, max(after) AS after FROM (
					SELECT path, tag AS before, NULL AS after FROM before.records WHERE path IS NOT NULL
					UNION ALL SELECT path, NULL, tag FROM main.records WHERE path IS NOT NULL
				 ) GROUP BY path HAVING max(before) IS NOT max(after) ORDER BY path`,
			)
			.iterate();
	} finally {
		db.close();
	}
}
