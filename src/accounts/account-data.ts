import { toTimestamp } from '../shared/to-timestamp.ts';
import { type AccountEvent, NOTICES } from '../state/event.ts';
import type { AccountExport } from '../state/export-store.ts';
import type { ReviewEnding } from '../state/proposals/review.ts';
import type { AccountContext, RequestContext } from './context.ts';
import { makeFormToken, useFormToken } from './form-tokens.ts';
import { ok, type Result } from './result.ts';
import { asSignedIn, endSession, findSession, isFailure, reauthenticate } from './session.ts';

const MOST_EVENTS = 100;
const MOST_FAILURES = 20;

/** Actions on an account's data: history, notices, export and deletion. */
export function accountData(context: AccountContext) {
	const { state } = context;

	return {
		/** Returns the last hundred events, newest first. At most twenty of them are failed sign-ins. */
		history: (request: RequestContext): Promise<Result<AccountEvent[]>> =>
			asSignedIn(context, request, ({ id }) => state.events.ofAccount(id, MOST_EVENTS, MOST_FAILURES)),

		/** The notices that the user has not dismissed. */
		notices: (request: RequestContext): Promise<Result<AccountEvent[]>> =>
			asSignedIn(context, request, ({ id }) => state.events.open(id, NOTICES)),

		dismissNotice: (request: RequestContext, id: number): Promise<Result<void>> =>
			asSignedIn(context, request, (account) => state.events.dismiss(account.id, id, toTimestamp(new Date()))),

		export: (request: RequestContext): Promise<Result<AccountExport>> =>
			asSignedIn(context, request, ({ id }) => state.exports.ofAccount(id)),

		/**
		 * Deletes the account and all its data. From then on, every process rejects the account's API keys.
		 *
		 * @param reviews what becomes of its published reviews
		 */
		async deleteAccount(request: RequestContext, password: string, reviews: ReviewEnding = 'remove'): Promise<Result> {
			const session = await reauthenticate(context, request, password);
			if (isFailure(session)) return session;
			await state.accounts.delete(session.account.id, reviews);
			return ok(undefined, await endSession(context, request));
		},

		/** Makes a token for a form that must not be sent twice. */
		newFormToken: (request: RequestContext): Promise<Result<string>> =>
			asSignedIn(context, request, async ({ id }) => makeFormToken(context, id)),

		/** Marks a form token as used. Returns false if the token does not work. */
		async useFormToken(request: RequestContext, token: string): Promise<boolean> {
			const session = await findSession(context, request);
			return session !== undefined && useFormToken(context, session.account.id, token);
		},
	};
}
