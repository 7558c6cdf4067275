/** Why signing in at a provider came to nothing. */
import { PROVIDER_NAMES, type Provider } from './provider.ts';

/** Each with the sentence that a page may show, for the provider's name. */
const SENTENCES = {
	failed: (name: string) => `${name} did not answer as it should. Try again later, or sign in another way.`,
	denied: (name: string) => `It was not allowed at ${name}. Try again, or sign in another way.`,
	restart: (name: string) => `Going by ${name} took too long, or began in another browser. Begin again.`,
	unconfirmed: (name: string) =>
		`${name} does not say that your e-mail address is confirmed. Confirm it there, and try again.`,
	// Only who has the address at the provider gets to read it.
	known: (name: string) =>
		`Your e-mail address has an account here already. Sign in to it as before, or set a new password; then you can connect ${name} in its settings.`,
	elsewhere: (name: string) => `This ${name} account is connected to another account here.`,
};

export type ProviderProblem = keyof typeof SENTENCES;

/** What better-auth calls them; all else is a failure. */
const CODES: { readonly [code: string]: ProviderProblem } = {
	access_denied: 'denied',
	...{ state_not_found: 'restart', state_mismatch: 'restart', state_invalid: 'restart', session_mismatch: 'restart' },
	...{ email_not_found: 'unconfirmed', unable_to_link_account: 'unconfirmed' },
	account_not_linked: 'known',
	account_already_linked_to_different_user: 'elsewhere',
};

/** @param code of better-auth, or what the provider itself answered */
export function providerProblem(code: string | null): ProviderProblem {
	return Object.hasOwn(CODES, code ?? '') ? CODES[code!]! : 'failed';
}

/** The sentence of a problem that an address names; undefined where it names none. */
export function problemSentence(provider: Provider, problem: string): string | undefined {
	return Object.hasOwn(SENTENCES, problem)
		? SENTENCES[problem as ProviderProblem](PROVIDER_NAMES[provider])
		: undefined;
}
