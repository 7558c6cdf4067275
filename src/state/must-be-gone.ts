import { get, type Values, type Work } from './database.ts';
import { StateUnavailable } from './unavailable.ts';

/**
 * Checks in a transaction that a change has ended some access, by reading it back. A database can undo a change and
 * still report success, for example with a trigger.
 *
 * @param query finds a row that must not exist after the change
 * @param access the access that must have ended, such as `the key key_1`
 * @throws StateUnavailable when the query finds a row. This undoes the transaction
 */
export function* mustBeGone(query: string, values: Values, access: string): Work<void> {
	if ((yield* get(query, values)) === undefined) return;
	throw new StateUnavailable(
		`The state database did not end ${access}, although it accepted the change. Something in it, such as a trigger, undoes changes. Remove that or restore a backup, then try again.`,
	);
}
