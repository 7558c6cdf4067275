/**
 * Which build started when, and which releases were current, in one order. It is a small SQLite file beside the releases:
 * SQLite's lock ends with the process that holds it, however that ends.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { currentRelease } from '../release/publish.ts';
import { shellWord } from '../shared/shell-word.ts';
import { UserError } from '../shared/user-error.ts';

/**
 * A row for each build, numbered as they start, with the release that it made current, if it did. A release that a person
 * made current, by changing the link, gets a row when that is noticed.
 */
const SCHEMA = 'CREATE TABLE IF NOT EXISTS builds (number INTEGER PRIMARY KEY AUTOINCREMENT, release TEXT) STRICT';

/** The releases that were current, each by the last row that names it. */
const RELEASES = `SELECT release, max(number) AS number FROM builds WHERE release IS NOT NULL
	GROUP BY release ORDER BY number DESC LIMIT 100`;

/** How long to wait while another build publishes, in milliseconds. Removing an old release of 100,000 pages takes 10 s. */
const PATIENCE = 120_000;

/** The place of one build in the order. */
export interface BuildTurn {
	/** Runs `work` while no other build publishes. */
	publish<T>(work: (publishing: Publishing) => Promise<T>): Promise<T>;
	close(): void;
}

/** What a build may know and do while no other one publishes. */
export interface Publishing {
	/**
	 * The current release, if this build must not replace it: a build that started later made it current, or a person did
	 * after this build started.
	 */
	readonly newer: string | undefined;
	/** Notes that this build made the release `id` current. Returns the ids that were current, the latest first. */
	noteCurrent(id: string): string[];
}

/**
 * Gives the build that starts now its place in the order.
 *
 * @param out the folder that holds releases
 * @throws UserError when another build is still publishing after two minutes, or the file cannot be used
 */
export function takeTurn(out: string): BuildTurn {
	const file = join(out, 'builds.sqlite');
	const db = new Database(file, { timeout: PATIENCE });
	const releases = () => db.prepare<[], { release: string; number: number }>(RELEASES).all();

	function begin(): void {
		try {
			db.exec(`BEGIN IMMEDIATE; ${SCHEMA}`);
		} catch (error) {
			throw explained(error, file);
		}
		const current = currentRelease(out);
		if (current !== undefined && current !== releases()[0]?.release) addRow(current);
	}

	function addRow(release: string | null): number {
		return Number(db.prepare('INSERT INTO builds (release) VALUES (?)').run(release).lastInsertRowid);
	}

	begin();
	const number = addRow(null);
	db.exec('COMMIT');
	return {
		async publish(work) {
			begin();
			try {
				const latest = releases()[0];
				return await work({
					newer: latest !== undefined && latest.number > number ? latest.release : undefined,
					noteCurrent(id) {
						db.prepare('UPDATE builds SET release = ? WHERE number = ?').run(id, number);
						const known = releases();
						const kept = JSON.stringify(known.map((row) => row.number));
						db.prepare('DELETE FROM builds WHERE number < ? AND number NOT IN (SELECT value FROM json_each(?))').run(
							number,
							kept,
						);
						return known.map(({ release }) => release);
					},
				});
			} finally {
				// Also when something failed: what was noted until then has happened.
				if (db.inTransaction) db.exec('COMMIT');
			}
		},
		close: () => db.close(),
	};
}

function explained(error: unknown, file: string): unknown {
	const { code = '' } = error as { readonly code?: string };
	if (code.startsWith('SQLITE_BUSY')) {
		return new UserError(
			`Another build has been publishing for two minutes and holds ${file}. Stop that build and build again.`,
			{
				cause: error,
			},
		);
	}
	if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
		return new UserError(
			`${file} is damaged. It only stores the order of builds. Remove it (rm ${shellWord(file)}) and build again.`,
			{ cause: error },
		);
	}
	return error;
}
