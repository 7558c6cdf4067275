/** The mails that accounts get, in plain words. */
import type { Message } from './mailer.ts';

/** What all of them name. */
interface From {
	readonly siteName: string;
	readonly siteUrl: string;
}

export function confirmAddress({ siteName, siteUrl }: From, link: string): Message {
	return message(siteName, siteUrl, 'Confirm your e-mail address', [
		`Someone, you we hope, made an account with this e-mail address. To confirm that it is yours, open`,
		link,
		'The link works for an hour. If it was not you, do nothing: nobody can sign in to the account without this link.',
	]);
}

export function accountExists({ siteName, siteUrl }: From): Message {
	return message(siteName, siteUrl, 'You have an account already', [
		'Someone, perhaps you, tried to make an account with this e-mail address, which has one already. Sign in at',
		`${siteUrl}/account/sign-in/`,
		'If you do not know your password, set a new one at',
		`${siteUrl}/account/forgotten/`,
		'If it was not you, do nothing: nothing was changed.',
	]);
}

export function resetPassword({ siteName, siteUrl }: From, link: string): Message {
	return message(siteName, siteUrl, 'Set a new password', [
		'To set a new password for your account, open',
		link,
		'The link works once, and for an hour. If you did not ask for it, do nothing: your password stays as it is.',
	]);
}

export function confirmNewAddress({ siteName, siteUrl }: From, link: string): Message {
	return message(siteName, siteUrl, 'Confirm your new e-mail address', [
		'To make this the e-mail address of your account, open',
		link,
		'The link works once, and for an hour. If you did not ask for it, do nothing: nothing will be changed.',
	]);
}

export function addressIsChanging({ siteName, siteUrl }: From): Message {
	return message(siteName, siteUrl, 'Your e-mail address is about to change', [
		'Someone, you we hope, asked to give your account another e-mail address. It changes when that is confirmed there.',
		'If it was not you, change your password at once:',
		`${siteUrl}/account/settings/`,
	]);
}

export function passwordChanged({ siteName, siteUrl }: From): Message {
	return message(siteName, siteUrl, 'Your password was changed', [
		'The password of your account was changed just now, and all other sessions were signed out.',
		'If it was not you, set a new one at once:',
		`${siteUrl}/account/forgotten/`,
	]);
}

/** @param provider its name */
export function providerConnected({ siteName, siteUrl }: From, provider: string): Message {
	return message(siteName, siteUrl, `${provider} was connected to your account`, [
		`From now on your account can be signed in to by way of ${provider}.`,
		'If it was not you, disconnect it at once, and change your password:',
		`${siteUrl}/account/settings/`,
	]);
}

/** @param key its name and first characters */
export function keyLeaked({ siteName, siteUrl }: From, key: string): Message {
	return message(siteName, siteUrl, 'One of your API keys was revoked', [
		`Someone reported your API key ${key} as leaked, by showing it to us whole. It was revoked at once.`,
		'Find out where it became public, make a new key, and keep that where nobody else can read it:',
		`${siteUrl}/account/keys/`,
	]);
}

function message(siteName: string, siteUrl: string, subject: string, paragraphs: readonly string[]): Message {
	return { subject: `${siteName}: ${subject}`, text: `${[...paragraphs, `${siteName}\n${siteUrl}/`].join('\n\n')}\n` };
}
