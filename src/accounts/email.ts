import { z } from 'zod';

/** An e-mail address. Case does not matter, so it is stored in lower case. */
export const EmailSchema = z
	.email({ error: 'Enter an e-mail address such as ada@example.com.' })
	.max(254, { error: 'An e-mail address can have at most 254 characters.' })
	.transform((email) => email.toLowerCase());
