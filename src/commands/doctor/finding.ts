/** What `doctor` finds out. */
import type { Problem } from '../../server/problems.ts';
import { isDiskFull } from '../../shared/explain.ts';
import { UserError } from '../../shared/user-error.ts';

export interface Finding {
	/** The thing that was checked, such as `disk`. */
	readonly check: string;
	/**
	 * - `ok`: nothing to do.
	 * - `warning`: it works, but something should be done.
	 * - `problem`: something does not work.
	 * - `skipped`: it could not be checked, or there is nothing to check.
	 */
	readonly status: 'ok' | 'warning' | 'problem' | 'skipped';
	/** What was found, as a sentence. */
	readonly found: string;
	/** What to do, as a sentence. Missing if nothing needs to be done. */
	readonly remedy?: string;
}

export const ok = (check: string, found: string): Finding => ({ check, status: 'ok', found });
export const skipped = (check: string, found: string): Finding => ({ check, status: 'skipped', found });

export function warning(check: string, found: string, remedy: string): Finding {
	return { check, status: 'warning', found, remedy };
}

export function problem(check: string, found: string, remedy: string): Finding {
	return { check, status: 'problem', found, remedy };
}

/** A problem that `/readyz` of a server says too. @param found what was found here, if that says more */
export function known({ doctor, sentence, advice }: Problem & { readonly doctor: string }, found = sentence): Finding {
	return { check: doctor, status: 'problem', found, ...(advice !== undefined && { remedy: advice }) };
}

/** The problem that an error is. @param remedy what to do about it, unless the disk is full */
export function problemOf(check: string, error: unknown, remedy: string): Finding {
	if (isDiskFull(error)) return problem(check, 'The disk is full.', 'Free some space.');
	const { message } = error as Error;
	return problem(check, error instanceof UserError ? message : `This could not be checked (${message}).`, remedy);
}

/** Runs a check. If it throws an error, the error is what was found. @param remedy what to do about the error */
export async function attempt(check: string, work: () => Finding | Promise<Finding>, remedy: string): Promise<Finding> {
	try {
		return await work();
	} catch (error) {
		return problemOf(check, error, remedy);
	}
}
