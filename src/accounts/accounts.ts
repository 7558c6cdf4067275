/** All account actions, for pages and commands. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomText } from '../state/keys/secret.ts';
import type { State } from '../state/state.ts';
import { secretBox } from '../state/webhooks/sealed-secret.ts';
import { accountData } from './account-data.ts';
import { analyticsActions } from './analytics.ts';
import { apiKeys } from './api-keys.ts';
import { countAttempts } from './attempts/attempts.ts';
import { type AuthOptions, openAuth } from './auth.ts';
import { brandProposals } from './brand-proposals.ts';
import type { ClaimNetwork } from './claim-checks.ts';
import { claimRechecks } from './claim-rechecks.ts';
import { claims } from './claims.ts';
import type { AccountContext } from './context.ts';
import { emailChange } from './email-change.ts';
import { factReports } from './fact-reports.ts';
import { openMailQueue } from './mail/mail-queue.ts';
import type { MailSettings } from './mail/mailer.ts';
import { passwordReset } from './password-reset.ts';
import { inTurn } from './password-turns.ts';
import { passwords } from './passwords.ts';
import { PROVIDERS } from './provider.ts';
import { providers } from './providers.ts';
import { reviewActions } from './reviews.ts';
import { savedActions } from './saved.ts';
import { signInActions } from './sign-in.ts';
import { signUpActions } from './sign-up.ts';
import { twoFactorSettings } from './two-factor.ts';
import { webhookActions } from './webhooks.ts';

/** The operator's settings. All are optional. */
export interface AccountSettings {
	/**
	 * The mail server. Without a mail server, email addresses are not confirmed, and only the operator can reset lost
	 * passwords.
	 */
	readonly mail?: MailSettings | undefined;
	/** Replaces the secret that the server creates at its first start. */
	readonly secret?: string | undefined;
	/** The client IDs and client secrets from GitHub and Google. */
	readonly providers?: AuthOptions['providers'];
	/** Whether users must turn on two-factor before they can use their accounts. */
	readonly requireTwoFactor?: boolean | undefined;
	/** How claims of organizations are checked. By default, over the public internet. */
	readonly claimNetwork?: ClaimNetwork | undefined;
}

export interface AccountsOptions extends AccountSettings, Pick<AuthOptions, 'siteUrl' | 'siteName' | 'report'> {
	readonly state: State;
	readonly keyPrefix: string;
	/** Logs an event that is not an error. */
	readonly inform?: (message: string) => void;
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

const SECRET_LENGTH = 43;
/**
 * How long background work waits before it starts, in milliseconds. By then the response has been sent, so a write that
 * blocks this process cannot delay the response.
 */
const RESPONSE_DELAY = 100;

export async function openAccounts(options: AccountsOptions) {
	const { state, siteUrl, siteName, keyPrefix, report, requireTwoFactor = false, inform = () => {} } = options;
	const secret = options.secret ?? (await state.secrets.get('sessions', () => randomText(SECRET_LENGTH)));
	const social = options.providers ?? {};
	const working = new Set<Promise<void>>();
	function afterResponse(work: () => Promise<unknown>): void {
		const done = sleep(RESPONSE_DELAY)
			.then(work)
			.then(
				() => {},
				(error) => report(error, 'a background task for an account failed'),
			);
		working.add(done);
		done.then(() => working.delete(done));
	}
	const auth = await openAuth({ state, siteUrl, siteName, secret, providers: social, report });
	const mail = options.mail && openMailQueue({ auth, state, siteUrl, siteName, mail: options.mail, report, inform });
	const attempts = countAttempts(state, (error) =>
		report(error, 'cannot store sign-in attempts; counting them in memory until storing works again'),
	);
	const context: AccountContext = {
		auth,
		state,
		attempts,
		mail,
		siteUrl,
		siteName,
		secret,
		webhookSecrets: options.secret === undefined ? undefined : secretBox(options.secret),
		keyPrefix,
		requireTwoFactor,
		claimNetwork: options.claimNetwork,
		afterResponse,
	};
	return inTurn({
		...signUpActions(context),
		...signInActions(context),
		...passwords(context),
		...passwordReset(context),
		...emailChange(context),
		...twoFactorSettings(context),
		...accountData(context),
		...apiKeys(context),
		...analyticsActions(context),
		...reviewActions(context),
		...savedActions(context),
		...webhookActions(context),
		...claims(context),
		...claimRechecks(context, inform),
		...brandProposals(context),
		...factReports(context),
		...providers(
			context,
			PROVIDERS.filter((name) => social[name] !== undefined),
		),
		/**
		 * Waits until the state can be written to. Pages call this before they change anything, so that no change stops
		 * halfway.
		 *
		 * @throws StateUnavailable when the state stays locked for too long, is read-only, or cannot be reached
		 */
		untilWritable: state.untilWritable,
		canMail: mail !== undefined,
		/** The emails to send. Undefined if the site cannot send mail. */
		mail,
		requiresTwoFactor: requireTwoFactor,
		/** Waits for background tasks and for the emails that are being sent, then closes. */
		async close() {
			await Promise.all(working);
			await mail?.close();
		},
	});
}
