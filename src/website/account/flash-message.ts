import { PROVIDER_NAMES } from '../../accounts/provider.ts';

/** The messages that a page shows after a form has redirected to it. */
const MESSAGES: { readonly [name: string]: string } = {
	email: 'Your email address was changed.',
	'email-sent':
		'We are sending a link to the new address. Open it within an hour. If nothing has arrived after ten minutes, check your spam folder, then change the address again.',
	password: 'Your password was changed, and all other sessions were signed out.',
	'password-set': 'Your password was set, and all other sessions were signed out.',
	reset: 'Your new password was set, and all sessions were signed out. Sign in with your new password.',
	'two-factor-on':
		'Two-factor authentication is on. You now need a code from your authenticator app to sign in. All other sessions were signed out.',
	'two-factor-off': 'Two-factor authentication is off. You now need only your password to sign in.',
	'review-sent': 'Your review was sent. An editor decides whether it is published.',
	'review-withdrawn': 'Your review was withdrawn.',
	'review-version-withdrawn': 'The new version was withdrawn.',
	'saved-feed-off': 'Your feed was turned off. Its address no longer works.',
	'signed-out': 'You are signed out.',
	session: 'The session was signed out.',
	everywhere: 'You were signed out everywhere.',
	proposed: 'Your changes were sent to the editors.',
	withdrawn: 'The proposal was withdrawn.',
	'claim-withdrawn': 'The claim was withdrawn.',
	'key-revoked': 'The key was revoked.',
	'key-renamed': 'The key was renamed.',
	'webhook-test': 'We are sending a test event. Reload this page in a few seconds to see the answer.',
	'webhook-again': 'We are sending the event again. Reload this page in a few seconds to see the answer.',
	'webhook-on': 'The webhook is on. Events that were given up are not sent again unless you send them below.',
	'webhook-off': 'The webhook is off. It receives nothing until you switch it on.',
	'webhook-changed': 'The webhook was changed.',
	'webhook-removed': 'The webhook was removed.',
	deleted: 'Your account and all of its data were deleted, and its keys no longer work.',
	...Object.fromEntries(
		Object.entries(PROVIDER_NAMES).flatMap(([provider, name]) => [
			[`${provider}-connected`, `${name} was connected. You can now sign in with it.`],
			[`${provider}-disconnected`, `${name} was disconnected. You can no longer sign in with it.`],
		]),
	),
};

/** The message named in the address of a page, or undefined if there is none. */
export function flashMessage({ searchParams }: URL): string | undefined {
	const name = searchParams.get('done') ?? '';
	return Object.hasOwn(MESSAGES, name) ? MESSAGES[name] : undefined;
}
