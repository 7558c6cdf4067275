import type { Plan } from '../config/plan.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import type { Account } from '../state/keys/account.ts';
import { randomText } from '../state/keys/secret.ts';

/** @param email in lower case */
export function newAccount(email: string, plan: Plan): Account {
	return { id: `acc_${randomText(16)}`, email, plan, created_at: toTimestamp(new Date()) };
}
