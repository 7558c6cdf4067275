import { toTimestamp } from '../catalog/fields.ts';
import type { AccountExport } from '../state/export-store.ts';
import type { Desk, Visitor } from './desk.ts';
import { type AccountEvent, NOTICES } from './event.ts';
import { done, type Outcome, refused } from './outcome.ts';
import { makeToken, useToken } from './tokens.ts';
import { endSession, isRefused, whoIs, whoIsSurely } from './who.ts';

/** The most entries of a history that are shown, and the most failed sign-ins among them. */
const MOST_EVENTS = 100;
const MOST_FAILURES = 20;
/** How long a form can be sent, in milliseconds. */
const FORM_LIFE = 12 * 60 * 60 * 1000;

/** What is kept about someone: to see, to take along, to have removed. */
export function ownData(desk: Desk) {
	const { state } = desk;

	return {
		/** The last hundred things that happened, the latest first; of failed sign-ins the last twenty. */
		async history(visitor: Visitor): Promise<Outcome<AccountEvent[]>> {
			const who = await whoIs(desk, visitor);
			return who === undefined
				? refused('SIGNED_OUT')
				: done(await state.events.ofAccount(who.account.id, MOST_EVENTS, MOST_FAILURES));
		},

		/** What the dashboard tells until it is put away. */
		async notices(visitor: Visitor): Promise<Outcome<AccountEvent[]>> {
			const who = await whoIs(desk, visitor);
			return who === undefined ? refused('SIGNED_OUT') : done(await state.events.open(who.account.id, NOTICES));
		},

		/** Puts a notice away. */
		async dismissNotice(visitor: Visitor, id: number): Promise<Outcome> {
			const who = await whoIs(desk, visitor);
			if (who === undefined) return refused('SIGNED_OUT');
			await state.events.dismiss(who.account.id, id, toTimestamp(new Date()));
			return done();
		},

		/** All that is kept about the visitor. */
		async export(visitor: Visitor): Promise<Outcome<AccountExport>> {
			const who = await whoIs(desk, visitor);
			return who === undefined ? refused('SIGNED_OUT') : done(await state.exports.ofAccount(who.account.id));
		},

		/** Removes the account and all that is kept about it. Its keys are refused from then on, in every process. */
		async deleteAccount(visitor: Visitor, password: string): Promise<Outcome> {
			const who = await whoIsSurely(desk, visitor, password);
			if (isRefused(who)) return who;
			await state.accounts.delete(who.account.id);
			return done(undefined, await endSession(desk, visitor));
		},

		/** A token for a form that must not be sent twice. */
		async newFormToken(visitor: Visitor): Promise<Outcome<string>> {
			const who = await whoIs(desk, visitor);
			if (who === undefined) return refused('SIGNED_OUT');
			return done(await makeToken(desk, 'form', who.account.id, FORM_LIFE));
		},

		/** Uses a token up: true the first time, for the account that it was made for. */
		async useFormToken(visitor: Visitor, token: string): Promise<boolean> {
			const who = await whoIs(desk, visitor);
			const account = await useToken(desk, 'form', token);
			return who !== undefined && account === who.account.id;
		},
	};
}
