import { z } from 'zod';

/** Checks an email address and converts it to lower case, because case does not matter. */
export const EmailSchema = z
	.email({ error: 'Enter an email address such as ada@example.com.' })
	.max(254, { error: 'An email address can have at most 254 characters.' })
	.transform((email) => email.toLowerCase());
