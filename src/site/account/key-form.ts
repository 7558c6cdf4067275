/** The fields of the forms that make keys, and what they come to. */
import { z } from 'zod';
import { timestamp, toTimestamp } from '../../catalog/fields.ts';
import type { Key } from '../../keys/key.ts';
import { SCOPE_NAMES, type Scope } from '../../keys/scope.ts';
import { type Problems, Text } from './account-page.ts';

const DAY = 24 * 60 * 60 * 1000;

/** When a new key may end: by their names in the form, in days from now. */
const LIVES = { never: null, '30': 30, '90': 90, '365': 365 } as const;
/** The same for a key that is followed by another. */
export const OLD_LIVES = { '0': 0, '1': 1, '7': 7, '30': 30 } as const;

/** Any choice of boxes to tick: none is not sent, one is a text. */
const Choices = z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]);

const ExpiryForm = z.object({
	/** Uses up the form: what it makes is made once. */
	token: Text,
	expires: z.enum(['never', '30', '90', '365', 'date'], { error: 'Choose when the key expires.' }),
	date: Text,
});
export const KeyForm = ExpiryForm.extend({ name: Text, 'scopes[]': Choices });
export const RotationForm = ExpiryForm.extend({
	old: z.enum(['0', '1', '7', '30'], { error: 'Choose when the old key expires.' }),
});

export type KeyFormValues = z.output<typeof KeyForm>;
export type ExpiryValues = Pick<KeyFormValues, 'expires' | 'date'>;

/** When a key is to end, a timestamp; null for never, undefined where the form names a day that is none or has begun. */
export function expiryOf({ expires, date }: ExpiryValues, now: Date): string | null | undefined {
	if (expires !== 'date') return LIVES[expires] === null ? null : daysFrom(now, LIVES[expires]);
	const time = `${date}T00:00:00Z`;
	return timestamp.safeParse(time).success && time > toTimestamp(now) ? time : undefined;
}

/** The choice that lets a new key live as long as another did when it was made. */
export function sameLife({ created_at, expires_at }: Pick<Key, 'created_at' | 'expires_at'>, now: Date): ExpiryValues {
	if (expires_at === null) return { expires: 'never', date: '' };
	const days = Math.max(1, Math.round((Date.parse(expires_at) - Date.parse(created_at)) / DAY));
	const named = (['30', '90', '365'] as const).find((life) => LIVES[life] === days);
	return named ? { expires: named, date: '' } : { expires: 'date', date: daysFrom(now, days).slice(0, 10) };
}

/** The timestamp so many days later. */
export function daysFrom(now: Date, days: number): string {
	return toTimestamp(new Date(now.getTime() + days * DAY));
}

/** All errors in the form for a new key. */
export function keyProblems(form: KeyFormValues, now: Date): Problems {
	return {
		...(form.name.trim() === '' && { name: 'Enter a name for the key.' }),
		...(scopesOf(form['scopes[]']).length === 0 && { scopes: 'Choose at least one scope.' }),
		...expiryProblems(form, now),
	};
}

/** The same of when a key is to end. */
export function expiryProblems(form: ExpiryValues, now: Date): Problems {
	return expiryOf(form, now) === undefined ? { date: 'Choose an expiry date after today.' } : {};
}

/** The scopes among what a form sent. */
export function scopesOf(sent: readonly string[]): Scope[] {
	return SCOPE_NAMES.filter((scope) => sent.includes(scope));
}
