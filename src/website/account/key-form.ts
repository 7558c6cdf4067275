import { z } from 'zod';
import { timestamp } from '../../catalog/fields.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { daysFrom } from '../../state/keys/create.ts';
import type { Key } from '../../state/keys/key.ts';
import { SCOPE_NAMES, type Scope } from '../../state/keys/scope.ts';
import { type Problems, Text } from './account-page.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The choices for the expiry of a new key, in days. */
export const LIVES = ['30', '90', '365'] as const;

/** Checkboxes. Browsers send nothing if no box is checked, a string for one box, and a list for several. */
const Choices = z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]);

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

/** Returns the expiry timestamp, null for no expiry, or undefined if the date is invalid or not in the future. */
export function expiryOf({ expires, date }: ExpiryValues, now: Date): string | null | undefined {
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

export function keyProblems(form: KeyFormValues, now: Date): Problems {
	const sent = form['scopes[]'];
	return {
		...(form.name.trim() === '' && { name: 'Enter a name for the key.' }),
		...(sent.length === 0 && { scopes: 'Choose at least one scope.' }),
		...(scopesOf(sent).length < new Set(sent).size && {
			scopes: 'One of the chosen scopes does not exist. Choose only from this list.',
		}),
		...expiryProblems(form, now),
	};
}

export function expiryProblems(form: ExpiryValues, now: Date): Problems {
	return expiryOf(form, now) === undefined ? { date: 'Choose an expiry date after today.' } : {};
}

export function scopesOf(sent: readonly string[]): Scope[] {
	return SCOPE_NAMES.filter((scope) => sent.includes(scope));
}
