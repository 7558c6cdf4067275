/**
 * Hashes passwords as better-auth does, with scrypt. A thread of its own hashes one password after the other. In
 * Node's thread pool, hashes would delay whatever else uses the pool, such as reading files.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import { FairQueue } from '../api/limits/fair-queue.ts';
import { Thread } from '../shared/thread.ts';
import type { RequestContext } from './context.ts';
import type { ToHash } from './scrypt-thread.ts';

const SALT_BYTES = 16;
/** The path comes from `imports` in package.json, so that code bundled by Astro finds the file too. */
const THREAD = createRequire(import.meta.url).resolve('#scrypt-thread');
const thread = new Thread<ToHash, string>(THREAD);

export async function hashPassword(password: string): Promise<string> {
	return hashWith(password, randomBytes(SALT_BYTES).toString('hex'));
}

/** Whether a password has this hash. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
	const [salt] = hash.split(':') as [string];
	const [given, stored] = [Buffer.from(await hashWith(password, salt)), Buffer.from(hash)];
	return given.length === stored.length && timingSafeEqual(given, stored);
}

async function hashWith(password: string, salt: string): Promise<string> {
	return `${salt}:${await thread.run({ password: password.normalize('NFKC'), salt })}`;
}

/** While one action reads the state, another one hashes. A full queue is finished in about five seconds. */
const QUEUE = { atOnce: 2, waiting: 40 };

/** The actions that hash passwords. Those of strangers and those of owners take turns. */
const KINDS = {
	signUp: 'stranger',
	confirmSignUp: 'owner',
	signIn: 'owner',
	resetPassword: 'owner',
	changePassword: 'owner',
	changeEmail: 'owner',
	startTwoFactor: 'owner',
	stopTwoFactor: 'owner',
	newRecoveryCodes: 'owner',
	connectProvider: 'owner',
	disconnectProvider: 'owner',
	endSession: 'owner',
	deleteAccount: 'owner',
} as const;

type Action = (request: RequestContext, ...given: never[]) => Promise<unknown>;

/**
 * Makes the actions that hash passwords wait in a queue, where clients take turns.
 *
 * @returns the actions. Those that wait can also throw `TooBusy` and `ClientGone`
 */
export function inTurn<T extends { readonly [name in keyof typeof KINDS]: Action }>(actions: T): T {
	const queue = new FairQueue(QUEUE);
	const waiting = Object.entries(KINDS).map(([name, kind]) => {
		const action = actions[name as keyof typeof KINDS];
		const wait: Action = (request, ...given) => {
			const client = { address: () => request.address, isGone: () => request.isGone?.() ?? false };
			return queue.run(client, () => action(request, ...given), kind);
		};
		return [name, wait];
	});
	return { ...actions, ...Object.fromEntries(waiting) };
}
