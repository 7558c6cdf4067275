/** The kinds of events in the history of an account, with the text for each. */
export const EVENTS = {
	signed_up: 'Account created',
	signed_in: 'Signed in',
	sign_in_failed: 'Sign-in failed',
	signed_out_everywhere: 'Signed out everywhere',
	password_changed: 'Password changed',
	password_reset: 'Password reset with a link',
	email_changed: 'Email address changed',
	provider_connected: 'Connected',
	provider_disconnected: 'Disconnected',
	two_factor_on: 'Two-factor turned on',
	two_factor_off: 'Two-factor turned off',
	recovery_codes_made: 'New recovery codes created',
	recovery_code_used: 'Recovery code used',
	plan_changed: 'Plan changed',
	key_made: 'Key created',
	key_renamed: 'Key renamed',
	key_rotated: 'Key rotated',
	key_revoked: 'Key revoked',
	organization_claimed: 'Organization claimed',
	claim_withdrawn: 'Claim withdrawn',
	claim_ended: 'Claim ended, because it could not be proved again',
	key_leaked: 'Key reported as leaked and revoked',
	saved_feed_made: 'New address for the feed of saved programs',
	saved_feed_removed: 'Feed of saved programs turned off',
	webhook_made: 'Webhook added',
	webhook_changed: 'Webhook changed',
	webhook_rotated: 'Secret of a webhook replaced',
	webhook_removed: 'Webhook removed',
	webhook_off: 'Webhook switched off, because it failed',
} as const;

export type EventKind = keyof typeof EVENTS;

/** The events that account pages show until the user dismisses them. */
export const NOTICES: readonly EventKind[] = ['key_leaked', 'webhook_off'];

export interface AccountEvent {
	readonly id: number;
	readonly kind: EventKind;
	/** The name and prefix of the key, the new plan, the provider, or the host of the webhook. */
	readonly detail: string | null;
	/**
	 * The IP address without its last part. Null if the event was caused by a command or by a report of a leaked key.
	 */
	readonly address: string | null;
	/** The time of the event, as a timestamp. */
	readonly at: string;
}
