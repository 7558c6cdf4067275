import type { Plan } from './plan.ts';

/** The owner of keys. */
export interface Account {
	readonly id: string;
	/** The e-mail address in lower case. */
	readonly email: string;
	readonly plan: Plan;
	/** A timestamp. */
	readonly created_at: string;
}
