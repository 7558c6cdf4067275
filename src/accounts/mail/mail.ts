/** The emails that accounts send. Each is stored as whom to write to and why. Links are made when it is sent. */
import { z } from 'zod';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import type { TakenJob } from '../../state/jobs/job-store.ts';
import { titleOf } from '../../state/keys/key.ts';
import { randomText } from '../../state/keys/secret.ts';
import type { State } from '../../state/state.ts';
import { WEBHOOK_OFF_MAIL } from '../../state/webhook-store.ts';
import type { Auth } from '../auth.ts';
import { isProvider, PROVIDER_NAMES, PROVIDERS } from '../provider.ts';
import { hashToken } from '../session-adapter.ts';
import { LINK_LIFE, makeToken, passwordLink } from '../tokens.ts';
import type { EmailMessage } from './mailer.ts';
import * as messages from './messages.ts';

const toAddress = { to: z.string() };
const toOwner = { ...toAddress, account: z.string() };
const aboutClaim = { organization: z.string(), name: z.string() };

/** An email to send. `to` is an address, `account` the ID of the account that the email is about. */
const MailSchema = z.discriminatedUnion('kind', [
	z.object({ ...toOwner, kind: z.literal('reset_password') }),
	z.object({ ...toOwner, kind: z.literal('confirm_new_address') }),
	// `next` is the path to go to once the address is confirmed.
	z.object({ ...toAddress, kind: z.literal('confirm_address'), signUp: z.string(), next: z.string().optional() }),
	z.object({ ...toOwner, kind: z.literal('account_exists') }),
	z.object({ ...toOwner, kind: z.literal('address_is_changing') }),
	z.object({ ...toOwner, kind: z.literal('password_changed') }),
	z.object({
		...toOwner,
		kind: z.literal('password_was_reset'),
		keys: z.array(z.string()).readonly(),
		providers: z.array(z.string()).readonly(),
		twoFactor: z.boolean(),
	}),
	z.object({ ...toOwner, kind: z.literal('provider_connected'), provider: z.enum(PROVIDERS) }),
	z.object({ ...toOwner, kind: z.literal('key_leaked'), key: z.string() }),
	z.object({ ...toOwner, kind: z.literal(WEBHOOK_OFF_MAIL), webhook: z.string() }),
	z.object({ ...toOwner, ...aboutClaim, kind: z.literal('claim_failing') }),
	z.object({ ...toOwner, ...aboutClaim, kind: z.literal('claim_ended') }),
]);

export type Mail = z.infer<typeof MailSchema>;

/** The kinds of jobs that are emails, the most urgent first. */
export const MAIL_KINDS: readonly Mail['kind'][] = MailSchema.options.map(({ shape }) => shape.kind.value);

export interface MailContext {
	readonly auth: Auth;
	readonly state: State;
	/** The site's public origin. */
	readonly siteUrl: string;
	readonly siteName: string;
}

export function mailOf({ kind, target, account_id, payload }: TakenJob): Mail {
	return MailSchema.parse({ ...payload, kind, to: target, account: account_id ?? undefined });
}

/** Writes an email, and makes its link. Returns undefined if the reason for the email has passed. */
export async function compose(context: MailContext, mail: Mail): Promise<EmailMessage | undefined> {
	const { state, siteUrl } = context;
	if (mail.kind === 'confirm_address') return confirmAddress(context, mail);
	const account = await state.accounts.findById(mail.account);
	if (account === undefined) return undefined;
	const isOwn = account.email === mail.to;
	switch (mail.kind) {
		case 'account_exists':
			return isOwn ? messages.accountExists(context) : undefined;
		case 'reset_password':
			return isOwn ? messages.passwordResetLink(context, await passwordLink(context, account.id)) : undefined;
		case 'confirm_new_address': {
			if (!isOwn && (await state.accounts.findByEmail(mail.to)) !== undefined) return undefined;
			const token = await makeToken(context, 'change-email', `${account.id} ${mail.to}`);
			return messages.confirmNewAddress(context, `${siteUrl}/account/change-email/?token=${token}`);
		}
		case 'address_is_changing':
			return messages.addressIsChanging(context);
		case 'password_changed':
			return messages.passwordChanged(context);
		case 'password_was_reset':
			return messages.passwordWasReset(context, await endedBy(state, mail));
		case 'provider_connected':
			return messages.providerConnected(context, PROVIDER_NAMES[mail.provider]);
		case 'key_leaked': {
			const key = await state.keys.findById(mail.key);
			return key && messages.keyLeaked(context, titleOf(key));
		}
		case WEBHOOK_OFF_MAIL: {
			const webhook = await state.webhooks.find(account.id, mail.webhook);
			return webhook?.off == null ? undefined : messages.webhookOff(context, webhook);
		}
		case 'claim_failing':
			return (await isProved(context, mail)) ? messages.claimFailing(context, mail) : undefined;
		case 'claim_ended':
			return (await isProved(context, mail)) ? undefined : messages.claimEnded(context, mail);
	}
}

function isProved({ state }: MailContext, mail: { readonly account: string; readonly organization: string }) {
	return state.claims.speaksFor(mail.account, mail.organization);
}

const TOKEN_LENGTH = 32;

async function confirmAddress(
	context: MailContext,
	{ signUp, next }: Extract<Mail, { kind: 'confirm_address' }>,
): Promise<EmailMessage | undefined> {
	const token = randomText(TOKEN_LENGTH);
	const now = Date.now();
	const [expires, at] = [now + LINK_LIFE, now].map((time) => toTimestamp(new Date(time)));
	const address = await context.state.signUps.setLink(signUp, hashToken(token), expires!, at!);
	if (address === undefined) return undefined;
	const query = new URLSearchParams({ token, ...(next !== undefined && { to: next }) });
	return messages.confirmAddress(context, `${context.siteUrl}/account/verify-email/?${query}`);
}

/** Returns sentences that tell the user what access a password reset removed. */
async function endedBy(
	state: State,
	{ keys, providers, twoFactor }: Extract<Mail, { kind: 'password_was_reset' }>,
): Promise<string[]> {
	const found = (await Promise.all(keys.map((id) => state.keys.findById(id)))).filter((key) => key !== undefined);
	return [
		...(found.length > 0 ? [`These API keys were revoked: ${found.map(titleOf).join(', ')}.`] : []),
		...providers.filter(isProvider).map((name) => `${PROVIDER_NAMES[name]} was disconnected.`),
		...(twoFactor ? ['Two-factor authentication was turned off.'] : []),
	];
}
