import { z } from 'zod';

/** An email address. Case does not matter, so it is stored in lower case. */
export const EmailSchema = z
	.email({ error: 'Enter an email address such as ada@example.com.' })
	.max(254, { error: 'An email address can have at most 254 characters.' })
	.transform((email) => email.toLowerCase());
