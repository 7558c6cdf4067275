import type { z } from 'zod';

const WORDS: { readonly [type: string]: string } = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
};

/** Names the type that a value does not have, so that it completes “this must be …”. Undefined for other problems. */
export function typeWords(issue: z.core.$ZodRawIssue): string | undefined {
	return issue.code === 'invalid_type' ? WORDS[issue.expected] : undefined;
}
