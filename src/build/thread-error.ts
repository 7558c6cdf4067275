import { UserError } from '../shared/user-error.ts';

/** Restores the class of a UserError that ended a worker thread. Threads send errors without their class. */
export function threadError(error: unknown): unknown {
	if (!(error instanceof Error) || error.name !== 'UserError') return error;
	return new UserError(error.message, { cause: error });
}
