import { get, type Work } from './database.ts';

/**
 * Locks an account until the end of the transaction, so that no other transaction can change who has access to the
 * account in the meantime.
 */
export function* lockAccount(id: string): Work<void> {
	yield* get('SELECT id FROM accounts WHERE id = @id FOR UPDATE', { id });
}
