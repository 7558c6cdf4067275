/** The emails to account owners. */

import { themeColors } from '../../config/site/theme-colors.ts';
import { MOST_FAILED_CHECKS } from '../../state/claim-store.ts';
import { OFF_MEANING, type Webhook } from '../../state/webhooks/webhook.ts';
import type { EmailMessage } from './mailer.ts';

/** The site that sends the email. */
interface From {
	readonly siteName: string;
	readonly siteUrl: string;
}

export function confirmAddress({ siteName, siteUrl }: From, link: string): EmailMessage {
	return message(siteName, siteUrl, 'Confirm your email address', [
		'Someone, hopefully you, signed up with this email address. To confirm that it is yours, open this link:',
		link,
		'Then type the password that you chose when you signed up. The link works for an hour, and only with that password.',
		'If it was not you, ignore this email. No account will be created.',
	]);
}

export function accountExists({ siteName, siteUrl }: From): EmailMessage {
	return message(siteName, siteUrl, 'You already have an account', [
		'Someone, perhaps you, tried to create an account with this email address. You already have an account. Sign in here:',
		`${siteUrl}/account/sign-in/`,
		'If you have forgotten your password, set a new one here:',
		`${siteUrl}/account/forgotten/`,
		'If it was not you, ignore this email. Nothing was changed.',
	]);
}

export function passwordResetLink({ siteName, siteUrl }: From, link: string): EmailMessage {
	return message(siteName, siteUrl, 'Set a new password', [
		'To set a new password for your account, open this link:',
		link,
		'The link works once, within an hour. If you did not request it, ignore this email. Your password will not change.',
	]);
}

export function confirmNewAddress({ siteName, siteUrl }: From, link: string): EmailMessage {
	return message(siteName, siteUrl, 'Confirm your new email address', [
		'To use this email address for your account, open this link:',
		link,
		'The link works once, within an hour. If you did not request it, ignore this email. Nothing will change.',
	]);
}

export function addressIsChanging({ siteName, siteUrl }: From): EmailMessage {
	return message(siteName, siteUrl, 'Your email address is about to change', [
		'Someone, hopefully you, asked to change the email address for your account. It changes once the new address is confirmed.',
		'If it was not you, change your password immediately:',
		`${siteUrl}/account/settings/`,
	]);
}

export function passwordChanged({ siteName, siteUrl }: From): EmailMessage {
	return message(siteName, siteUrl, 'Your password was changed', [
		'The password for your account was just changed, and all other sessions were signed out.',
		'If you did not do this, set a new password immediately:',
		`${siteUrl}/account/forgotten/`,
	]);
}

/** @param ended sentences that say what other access was removed along with the old password */
export function passwordWasReset({ siteName, siteUrl }: From, ended: readonly string[]): EmailMessage {
	return message(siteName, siteUrl, 'Your password was changed', [
		'The password for your account was just reset with a link, and all sessions were signed out.',
		...(ended.length > 0 ? [ended.join(' ')] : []),
		'If you did not do this, set a new password immediately:',
		`${siteUrl}/account/forgotten/`,
	]);
}

export function providerConnected({ siteName, siteUrl }: From, provider: string): EmailMessage {
	return message(siteName, siteUrl, `${provider} was connected to your account`, [
		`You can now sign in to your account with ${provider}.`,
		`If you did not do this, disconnect ${provider} immediately and change your password:`,
		`${siteUrl}/account/settings/`,
	]);
}

export function doctorMail({ siteName, siteUrl }: From): EmailMessage {
	return message(siteName, siteUrl, 'Test email', [
		'The operator of this site has sent this email to test whether the site can send mail. It can.',
	]);
}

/** @param key the name and first characters of the key */
export function keyLeaked({ siteName, siteUrl }: From, key: string): EmailMessage {
	return message(siteName, siteUrl, 'One of your API keys was revoked', [
		`Someone found your API key ${key} and reported it as leaked, so we revoked it.`,
		'Find out where it leaked, create a new key, and keep it where nobody else can read it:',
		`${siteUrl}/account/keys/`,
	]);
}

export function webhookOff(
	{ siteName, siteUrl }: From,
	{ id, url, off }: Pick<Webhook, 'id' | 'url' | 'off'>,
): EmailMessage {
	return message(siteName, siteUrl, 'A webhook was switched off', [
		`We switched off your webhook at ${new URL(url).host}. ${off === null ? '' : OFF_MEANING[off]}`,
		`${off === 'secret' ? '' : 'Repair the receiver, then switch the webhook on again. '}You can then send the events of the last 30 days again, or ask the API for all changes since your last snapshot:`,
		`${siteUrl}/account/webhooks/${id}/`,
	]);
}

interface ClaimedOrganization {
	readonly organization: string;
	readonly name: string;
}

export function claimFailing({ siteName, siteUrl }: From, { organization, name }: ClaimedOrganization): EmailMessage {
	return message(siteName, siteUrl, `Prove again that you speak for ${name}`, [
		`You speak for ${name}. We check this every 90 days, and today we did not find what you published to prove it.`,
		`We check again every day. After ${MOST_FAILED_CHECKS} failed checks, your claim ends, and your API keys lose the scopes that came with it. This page says what is missing, and what to publish:`,
		`${siteUrl}/account/organizations/${organization}/`,
	]);
}

export function claimEnded({ siteName, siteUrl }: From, { name }: ClaimedOrganization): EmailMessage {
	return message(siteName, siteUrl, `Your claim of ${name} has ended`, [
		`We could not prove for ${MOST_FAILED_CHECKS} days that you speak for ${name}, so your claim has ended. Your API keys have lost the scopes that came with it.`,
		'You can claim it again:',
		`${siteUrl}/account/organizations/`,
	]);
}

function message(siteName: string, siteUrl: string, subject: string, paragraphs: readonly string[]): EmailMessage {
	return {
		subject: `${siteName}: ${subject}`,
		text: `${[...paragraphs, `${siteName}\n${siteUrl}/`].join('\n\n')}\n`,
		html: mailHtml(siteName, siteUrl, paragraphs),
	};
}

const LINK = /^https?:\/\/\S+$/;

export function mailHtml(siteName: string, siteUrl: string, paragraphs: readonly string[]): string {
	const colors = themeColors();
	// Written twice: in hexadecimal for older mail programs, then in the notation of the theme.
	const ink = `${colors.inkHex};background:${colors.ink}`;
	const body = paragraphs.map((words) =>
		LINK.test(words)
			? `<p style="margin:0 0 20px"><a href="${escaped(words)}" style="color:${colors.accent}">${escaped(words)}</a></p>`
			: `<p style="margin:0 0 16px">${escaped(words)}</p>`,
	);
	// The three blocks below the name come from the site's mark. They are table cells, because an image would tell the
	// site when the email is read.
	const block = `<td width="28" height="6" style="background:${colors.warm};line-height:6px;font-size:0">&nbsp;</td>`;
	const gap = '<td width="6"></td>';
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>
<body style="margin:0;background:${colors.surface};color:${colors.text};font:16px/1.5 system-ui,Arial,sans-serif;overflow-wrap:anywhere">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td style="background:${ink};padding:20px 24px">
<a href="${escaped(siteUrl)}/" style="color:${colors.onInk};font-size:20px;font-weight:bold;text-decoration:none">${escaped(siteName)}</a>
<table role="presentation" width="96" cellspacing="0" cellpadding="0" style="margin-top:10px"><tr>${[block, block, block].join(gap)}</tr></table>
</td></tr><tr><td style="padding:28px 24px"><div style="max-width:560px">
${body.join('\n')}
</div></td></tr></table></body></html>
`;
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
