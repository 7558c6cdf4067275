/**
 * An error that the user of a command can fix. Its message says what happened, where, and what to do. Commands print
 * the message without a stack trace.
 */
export class UserError extends Error {
	override name = 'UserError';
}
