import { z } from 'zod';
import type { Result } from '../../accounts/result.ts';
import type { TwoFactorSetup as Setup } from '../../accounts/two-factor.ts';
import { SETTINGS } from '../addresses.ts';
import {
	accountRequest,
	handleForm,
	type PageContext,
	requireSession,
	seeOther,
	setCookies,
	Text,
} from './account-page.ts';
import { withFlash } from './flash-message.ts';

export async function twoFactorPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { accounts, request } = await accountRequest(context);
	const Form = z.discriminatedUnion('action', [
		z.object({ action: z.enum(['start', 'stop', 'codes']), password: Text }),
		z.object({ action: z.literal('confirm'), code: Text, uri: Text.default(''), codes: Text.default('') }),
	]);
	type Shown = Setup | readonly string[] | undefined;
	const { success, problems, values } = await handleForm(context, Form, async (_, form): Promise<Result<Shown>> => {
		if (form.action === 'confirm') return accounts.confirmTwoFactor(request, form.code);
		if (form.action === 'stop') return accounts.stopTwoFactor(request, form.password);
		if (form.action === 'codes') return accounts.newRecoveryCodes(request, form.password);
		return accounts.startTwoFactor(request, form.password);
	});
	const shown = success?.value;
	if (success && shown === undefined) {
		return seeOther(
			withFlash(SETTINGS, values?.action === 'stop' ? 'two-factor-off' : 'two-factor-on'),
			success.cookies,
		);
	}
	if (success) setCookies(context, success.cookies);
	/**
	 * If the submitted code was wrong, returns the setup from the form, so that the page shows it again. The setup cannot
	 * be read from the database, because only hashes of the recovery codes are stored.
	 */
	async function shownBefore(): Promise<Setup | undefined> {
		if (success || values?.action !== 'confirm' || !URL.canParse(values.uri)) return undefined;
		const { protocol, searchParams } = new URL(values.uri);
		const secret = searchParams.get('secret') ?? '';
		const recoveryCodes = values.codes.split(' ');
		const isCurrent = await accounts.isTwoFactorSetupPending(request, recoveryCodes);
		return isCurrent && protocol === 'otpauth:' ? { uri: values.uri, secret, recoveryCodes } : undefined;
	}
	const setup = shown === undefined ? await shownBefore() : 'secret' in shown ? shown : undefined;
	const codes = shown !== undefined && !('secret' in shown) ? shown : undefined;
	const mustTurnOn = accounts.requiresTwoFactor && !session.twoFactor;
	const why = mustTurnOn ? 'This site requires two-factor authentication: turn it on to use your account. ' : '';

	const lead = shown
		? undefined
		: `${why}${session.twoFactor ? 'To sign in, you need' : 'Once two-factor authentication is on, you need'} your password and a code from an app on your phone${session.twoFactor ? '' : ' to sign in'}.`;
	const isConfirming = setup !== undefined || values?.action === 'confirm';
	const { requiresTwoFactor } = accounts;
	const hasPassword = await accounts.hasPassword(session);
	return { session, requiresTwoFactor, hasPassword, problems, setup, codes, mustTurnOn, lead, isConfirming };
}
