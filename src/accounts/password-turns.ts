import { FairQueue } from '../api/limits/fair-queue.ts';
import type { RequestContext } from './context.ts';

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
