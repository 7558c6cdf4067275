import { UserError } from '../shared/user-error.ts';

const SHORTEST = 32;
const VALID = /^[\x21-\x7e]+$/;

/**
 * Returns the token with which the operator's machines read from a server, from the environment. An empty value counts as
 * missing.
 *
 * @throws UserError when it is too short. The message does not contain it
 */
export function operatorToken({ OPERATOR_TOKEN: token }: NodeJS.ProcessEnv): string | undefined {
	if (token === undefined || token === '') return undefined;
	if (token.length >= SHORTEST && VALID.test(token)) return token;
	throw new UserError(
		`OPERATOR_TOKEN must have at least ${SHORTEST} ASCII characters without spaces. Make one with: openssl rand -hex 32`,
	);
}
