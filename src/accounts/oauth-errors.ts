import { PROVIDER_NAMES, type Provider } from './provider.ts';

const MESSAGES = {
	failed: (name: string) => `${name} did not respond as expected. Try again later, or sign in another way.`,
	denied: (name: string) => `You did not allow the sign-in with ${name}. Try again, or sign in another way.`,
	restart: (name: string) => `Signing in with ${name} took too long, or started in another browser. Start again.`,
	unconfirmed: (name: string) => `${name} has not confirmed your email address. Confirm it there and try again.`,
	// Only the owner of the address sees this message, because the provider has confirmed the address.
	known: (name: string) =>
		`You already have an account here with this email address. Sign in to it, or reset its password. Then connect ${name} in your account settings.`,
	elsewhere: (name: string) =>
		`This ${name} account is already connected to another account on this site. Sign in to that account and disconnect ${name} in its settings, then try again.`,
};

export type OAuthError = keyof typeof MESSAGES;

/** Maps error codes of better-auth and the providers to our errors. All other codes map to `failed`. */
const CODES: { readonly [code: string]: OAuthError } = {
	access_denied: 'denied',
	state_not_found: 'restart',
	state_mismatch: 'restart',
	state_invalid: 'restart',
	session_mismatch: 'restart',
	email_not_found: 'unconfirmed',
	unable_to_link_account: 'unconfirmed',
	account_not_linked: 'known',
	account_already_linked_to_different_user: 'elsewhere',
};

export function oauthError(code: string | null): OAuthError {
	return Object.hasOwn(CODES, code ?? '') ? CODES[code!]! : 'failed';
}

/** Returns the message for the error that a query parameter names, or undefined if the error is unknown. */
export function oauthErrorMessage(provider: Provider, problem: string): string | undefined {
	return Object.hasOwn(MESSAGES, problem) ? MESSAGES[problem as OAuthError](PROVIDER_NAMES[provider]) : undefined;
}
