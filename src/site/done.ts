import { PROVIDER_NAMES } from '../accounts/provider.ts';
import type { Place } from './addresses.ts';

/** What a page says that a form led to, once what it asked for was done. */
const SENTENCES: { readonly [what: string]: string } = {
	confirmed: 'Your e-mail address is confirmed. Sign in now.',
	email: 'Your e-mail address is changed.',
	'email-sent': 'We have written to the new address. Open the link in that mail within an hour.',
	password: 'Your password is changed, and all other sessions are signed out.',
	'password-set': 'Your password is set, and all other sessions are signed out.',
	reset: 'Your new password is set, and all sessions are signed out. Sign in with it.',
	'two-factor-on':
		'Two-factor is on. From now on signing in asks for a code of your app. All other sessions are signed out.',
	'two-factor-off': 'Two-factor is off. Your password is enough to sign in.',
	session: 'That session is signed out.',
	everywhere: 'You are signed out everywhere.',
	deleted: 'Your account is deleted with all that was kept about it, and its keys have ended.',
	...Object.fromEntries(
		Object.entries(PROVIDER_NAMES).flatMap(([provider, name]) => [
			[`${provider}-connected`, `${name} is connected. From now on you can sign in with it.`],
			[`${provider}-disconnected`, `${name} is disconnected. Nobody signs in with it here any more.`],
		]),
	),
};

/** A page that says what was done. */
export function doneAt({ address }: Place, what: string): string {
	return `${address}?done=${what}`;
}

/** What was done, by the address of a page; undefined where it names nothing. */
export function doneSentence({ searchParams }: URL): string | undefined {
	const what = searchParams.get('done') ?? '';
	return Object.hasOwn(SENTENCES, what) ? SENTENCES[what] : undefined;
}
