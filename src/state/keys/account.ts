import type { Plan } from '../../config/plan.ts';

/** The owner of keys. */
export interface Account {
	readonly id: string;
	/** The email address in lower case. */
	readonly email: string;
	readonly plan: Plan;
	/** When the account was created, as a timestamp. */
	readonly created_at: string;
}
