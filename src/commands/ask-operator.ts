/** Asks the server of a directory for what it tells only its operator. */
import { Option } from 'commander';
import type { z } from 'zod';
import { CONTROL } from '../catalog/readable-text.ts';
import { operatorToken } from '../config/account-settings.ts';
import { origin } from '../config/settings.ts';
import { UserError } from '../shared/user-error.ts';

/** How long a response may take, in milliseconds. */
const PATIENCE = 60_000;
/** How much of what a server says is quoted, in characters. */
const MOST_QUOTED = 200;

/** The option of commands that ask the server of the directory. */
export const AT = new Option(
	'--at <origin>',
	'the address of the directory, if another machine serves it; needs its OPERATOR_TOKEN',
).argParser(origin);

/**
 * Sends a request to an address below `/operator/`.
 *
 * @param path the path and query
 * @param schema what the response must contain as `data`
 * @param body what to send as JSON with POST. Without it, the method is GET
 * @throws UserError when the directory cannot be reached, or does not answer as expected
 */
type AskOperator = <S extends z.ZodType>(path: string, schema: S, body?: object) => Promise<z.output<S>>;

/**
 * Returns a function that asks the server of a directory. The token is sent only over HTTPS, or to this machine.
 *
 * @param from the address of the directory, an origin
 * @throws UserError when there is no OPERATOR_TOKEN, or when it would not be encrypted
 */
export function operatorAt(from: string): AskOperator {
	const token = operatorToken(process.env);
	if (token === undefined) throw new UserError(`Set OPERATOR_TOKEN to the token of the server at ${from}.`);
	const { protocol, hostname } = new URL(from);
	if (protocol !== 'https:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) {
		throw new UserError(`${from} is not encrypted, so others could read OPERATOR_TOKEN. Use an https address.`);
	}
	return async (path, schema, body) => {
		try {
			const response = await fetch(from + path, {
				headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
				...(body && { method: 'POST', body: JSON.stringify(body) }),
				redirect: 'error',
				signal: AbortSignal.timeout(PATIENCE),
			});
			const text = await response.text();
			if (response.status === 404) {
				throw new UserError(
					`${from} has no ${path.split('?', 1)[0]}. Set OPERATOR_TOKEN there too, install the same version of the software, and restart the server.`,
				);
			}
			if (!response.ok) throw new UserError(`${from} answered ${response.status}: ${quote(text)}`);
			return schema.parse(JSON.parse(text).data);
		} catch (error) {
			if (error instanceof UserError) throw error;
			const { cause, message } = error as Error;
			throw new UserError(`Could not read ${from}: ${quote(cause instanceof Error ? cause.message : message)}`, {
				cause: error,
			});
		}
	};
}

/** Quotes the start of a text on one line, so that no server can send the terminal commands. */
function quote(text: string): string {
	return text.slice(0, MOST_QUOTED).trim().replace(new RegExp(CONTROL, 'g'), ' ');
}
