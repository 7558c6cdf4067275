/**
 * Something that the person at the keyboard can mend. Its message says what happened, where, and what to do; commands
 * print it as it is, without a stack trace.
 */
export class UserError extends Error {
	override name = 'UserError';
}
