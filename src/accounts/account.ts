import { z } from 'zod';

/** What an account may do, from least to most. The operator sets it. */
export const PLANS = ['free', 'claimed', 'pro'] as const;
export type Plan = (typeof PLANS)[number];

/** Compared without case, so kept in lower case. */
export const EmailSchema = z
	.email({ error: 'It must be an e-mail address.' })
	.max(254, { error: 'An e-mail address has at most 254 characters.' })
	.transform((email) => email.toLowerCase());

/** Someone who may hold keys. */
export interface Account {
	readonly id: string;
	readonly email: string;
	readonly plan: Plan;
	/** A timestamp. */
	readonly created_at: string;
}
