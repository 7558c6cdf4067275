/** Decides whether this version of the application can use the tables of a state. */
import { otherVersion, type ReadableVersions } from '../shared/explain.ts';
import { UserError } from '../shared/user-error.ts';

/** The error thrown when a newer version has changed the tables of the state, so that this one cannot use them. */
export class NewerState extends UserError {
	override name = 'NewerState';
}

/** What `probe` finds out about a state that can be used. */
export interface Probed {
	/** Whether a newer version has added to the tables. This one can still use them, until it is replaced. */
	readonly isNewer: boolean;
}

/** Reads the oldest version that can use the tables. */
export const COMPATIBLE = "SELECT CAST(value AS INTEGER) AS version FROM about WHERE name = 'compatible'";

export interface FoundState {
	/** Names the database, at the start of a sentence. */
	readonly name: string;
	/** The version of the tables, 0 if there are none. */
	readonly version: number;
	readonly tables: readonly string[];
	/** What to say if the tables are those of another program. */
	readonly stranger: string;
}

/**
 * Throws an error unless the database is empty, or is a state that this version uses or updates.
 *
 * @throws NewerState when a newer version has made the tables. Whether this one can use them, the caller knows
 */
export function refuseOtherState({ name, version, tables, stranger }: FoundState, versions: ReadableVersions): void {
	if (tables.length === 0) return;
	const isState = version > 0 && tables.includes('accounts') && tables.includes('keys');
	if (!isState) throw new UserError(stranger);
	if (version > versions.last) throw new NewerState(otherVersion(name, version, versions));
	if (version < versions.first) throw new UserError(otherVersion(name, version, versions));
}
