import { UserError } from '../../shared/user-error.ts';

export function damagedObject(address: string, name: string, cause?: unknown): UserError {
	return new UserError(`${name} in ${address} is damaged. ${repair(address)}`, { cause });
}

/** Returns the error for an object of a store that is larger than expected, before or after it was decompressed. */
export function oversizedObject(address: string, name: string, most: number, when = ''): UserError {
	const expected = `at most ${most.toLocaleString('en')} bytes were expected${when}`;
	return new UserError(`${name} in ${address} is too large: ${expected}. ${repair(address)}`);
}

function repair(address: string): string {
	return `Delete it, then run npm run releases -- push ${address} again on the machine that builds releases.`;
}
