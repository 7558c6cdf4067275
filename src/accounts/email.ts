import { z } from 'zod';

/** An e-mail address. Upper and lower case are the same address, so it is stored in lower case. */
export const EmailSchema = z
	.email({ error: 'Enter an e-mail address such as ada@example.com.' })
	.max(254, { error: 'An e-mail address can have at most 254 characters.' })
	.transform((email) => email.toLowerCase());
