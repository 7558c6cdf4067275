/** The keys of an account: the key of a page, when it ends, and the forms that create and rotate keys. */
import { z } from 'zod';
import { timestamp } from '../../catalog/fields.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { daysFrom } from '../../state/keys/create.ts';
import { type Key, MOST_ACTIVE_KEYS, stateOf } from '../../state/keys/key.ts';
import { SCOPE_NAMES } from '../../state/keys/scope.ts';
import { KEYS, keyAddress } from '../addresses.ts';
import { accountRequest, Choices, type PageContext, type Problems, seeOther, Text } from './account-page.ts';

interface OwnKey {
	readonly key: Key;
	/** Whether the account has the maximum number of active keys. */
	readonly isFull: boolean;
}

/** Finds the key whose ID is in the page address. If there is no such key, returns the response to send instead. */
export async function ownKey(context: PageContext): Promise<OwnKey | Response> {
	const { accounts, request } = await accountRequest(context);
	const keys = await accounts.keys(request);
	if (!keys.ok) return seeOther(KEYS.address);
	const key = keys.value.find(({ id }) => id === context.params.id);
	return key === undefined ? new Response(null, { status: 404 }) : { key, isFull: isFull(keys.value) };
}

/** Does the same as `ownKey`, for a page that changes a key. If the key is not active, redirects to the key's page. */
export async function activeKey(context: PageContext): Promise<OwnKey | Response> {
	const own = await ownKey(context);
	return own instanceof Response || isActive(own.key) ? own : seeOther(keyAddress(own.key.id));
}

export function isActive(key: Key): boolean {
	return stateOf(key, () => new Date()) === 'active';
}

export function isFull(keys: readonly Key[]): boolean {
	return keys.filter(isActive).length >= MOST_ACTIVE_KEYS;
}

const DAY = 24 * 60 * 60 * 1000;
/** Keys that expire within this many days are marked on pages. */
const SOON = 7;

/** Returns the time until a key expires, in words, or undefined if the key does not expire within a week. */
export function endsSoon({ expires_at }: Pick<Key, 'expires_at'>, now: Date): string | undefined {
	if (expires_at === null) return undefined;
	const days = Math.ceil((Date.parse(expires_at) - now.getTime()) / DAY);
	if (days > SOON) return undefined;
	return days <= 1 ? 'within a day' : `in ${days} days`;
}

/** The choices for the expiry of a new key, in days. */
export const LIVES = ['30', '90', '365'] as const;

const ExpiryForm = z.object({
	/** The form token, so that submitting a form twice creates only one key. */
	token: Text,
	expires: z.enum(['never', ...LIVES, 'date'], { error: 'Choose when the key expires.' }),
	date: Text,
});
export const KeyForm = ExpiryForm.extend({ name: Text, 'scopes[]': Choices });
export const RotationForm = ExpiryForm.extend({
	/** When the old key expires, in days. */
	old: z.enum(['0', '1', '7', '30'], { error: 'Choose when the old key expires.' }),
});

export type KeyFormValues = z.output<typeof KeyForm>;
export type ExpiryValues = Pick<KeyFormValues, 'expires' | 'date'>;

const NO_DATE: Problems = { date: 'Choose an expiry date after today.' };

/** Returns what the form of a new key asks for, or a message for each invalid field. */
export function readKey(form: KeyFormValues, now: Date) {
	const sent = form['scopes[]'];
	const scopes = SCOPE_NAMES.filter((scope) => sent.includes(scope));
	const expires_at = expiryOf(form, now);
	const problems: Problems = {
		...(form.name.trim() === '' && { name: 'Enter a name for the key.' }),
		...(sent.length === 0 && { scopes: 'Choose at least one scope.' }),
		...(scopes.length < new Set(sent).size && {
			scopes: 'One of the chosen scopes does not exist. Choose only from this list.',
		}),
		...(expires_at === undefined && NO_DATE),
	};
	if (expires_at === undefined || Object.keys(problems).length > 0) return { ok: false, problems } as const;
	return { ok: true, value: { name: form.name, scopes, expires_at } } as const;
}

/** Returns when the old and the new key expire, or a message if the date is invalid. */
export function readRotation(form: z.output<typeof RotationForm>, now: Date) {
	const expires_at = expiryOf(form, now);
	if (expires_at === undefined) return { ok: false, problems: NO_DATE } as const;
	return {
		ok: true,
		value: { oldEnds: form.old === '0' ? null : daysFrom(now, Number(form.old)), expires_at },
	} as const;
}

/** Returns the expiry timestamp, null for no expiry, or undefined if the date is invalid or not in the future. */
function expiryOf({ expires, date }: ExpiryValues, now: Date): string | null | undefined {
	if (expires === 'never') return null;
	if (expires !== 'date') return daysFrom(now, Number(expires));
	const time = `${date}T00:00:00Z`;
	return timestamp.safeParse(time).success && time > toTimestamp(now) ? time : undefined;
}

/** Returns the form values that give a new key the same lifetime as an old one. */
export function sameLife({ created_at, expires_at }: Pick<Key, 'created_at' | 'expires_at'>, now: Date): ExpiryValues {
	if (expires_at === null) return { expires: 'never', date: '' };
	const days = Math.max(1, Math.round((Date.parse(expires_at) - Date.parse(created_at)) / DAY));
	const named = LIVES.find((life) => Number(life) === days);
	return named ? { expires: named, date: '' } : { expires: 'date', date: daysFrom(now, days).slice(0, 10) };
}
