import type { Plan } from '../../config/plan.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { randomText } from './secret.ts';

/** The owner of keys. */
export interface Account {
	readonly id: string;
	/** The email address in lower case. */
	readonly email: string;
	readonly plan: Plan;
	/** When the account was created, as a timestamp. */
	readonly created_at: string;
}

/** @param email in lower case */
export function newAccount(email: string, plan: Plan): Account {
	return { id: `acc_${randomText(16)}`, email, plan, created_at: toTimestamp(new Date()) };
}
