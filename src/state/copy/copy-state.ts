import { UserError } from '../../shared/user-error.ts';
import { type Side, type StateTable, TABLES } from './side.ts';

/** The number of rows that were copied, by table. */
export type Copied = { readonly [table in StateTable]: number };

/**
 * Copies the state `from` into the empty state `to`. No other process can change `from` until the caller disposes of it.
 *
 * @throws UserError when the state `to` has accounts
 */
export async function copyState(from: Side, to: Side): Promise<Copied> {
	await from.beginReading();
	await to.beginWriting();
	const existing = await to.count('accounts');
	if (existing > 0) {
		throw new UserError(
			`${to.name} already has accounts (${existing}), so nothing was copied. Choose an empty folder or database.`,
		);
	}
	return copyTables(from, to);
}

/** Replaces all rows of the state `to`. Both sides have begun, and `to` is finished at the end. */
export async function copyTables(from: Side, to: Side): Promise<Copied> {
	const copied: [StateTable, number][] = [];
	for (const table of TABLES) {
		// Clear the table first, because a server that has already used this state has created its own secrets.
		await to.clear(table);
		for await (const rows of from.rows(table)) await to.add(table, rows);
		const [before, after] = [await from.count(table), await to.count(table)];
		if (before !== after) throw new Error(`Only ${after} of ${before} rows of ${table} were copied.`);
		copied.push([table, after]);
	}
	await to.finish();
	return Object.fromEntries(copied) as Copied;
}
