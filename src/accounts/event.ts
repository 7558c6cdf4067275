/** What can happen to an account, and how its history tells of it. */
export const EVENTS = {
	signed_up: 'Account made',
	signed_in: 'Signed in',
	sign_in_failed: 'A sign-in failed',
	signed_out_everywhere: 'Signed out everywhere',
	password_changed: 'Password changed',
	password_reset: 'Password set by a link',
	email_changed: 'E-mail address changed',
	provider_connected: 'Connected',
	provider_disconnected: 'Disconnected',
	two_factor_on: 'Two-factor turned on',
	two_factor_off: 'Two-factor turned off',
	recovery_codes_made: 'New recovery codes made',
	recovery_code_used: 'A recovery code was used',
	plan_changed: 'Plan changed',
	key_made: 'Key made',
	key_renamed: 'Key renamed',
	key_rotated: 'Key rotated',
	key_revoked: 'Key revoked',
	key_leaked: 'A key was reported as leaked, and revoked',
} as const;

export type EventKind = keyof typeof EVENTS;

/** Those that the dashboard shows until they are put away. */
export const NOTICES: readonly EventKind[] = ['key_leaked'];

/** One thing that happened. */
export interface AccountEvent {
	readonly id: number;
	readonly kind: EventKind;
	/** What it was about: the key's name and prefix, the new plan, the provider. */
	readonly detail: string | null;
	/** Where it came from, without its last part; null where it came from the command line. */
	readonly address: string | null;
	/** A timestamp. */
	readonly at: string;
}
