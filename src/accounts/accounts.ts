/** The door to accounts: what pages and commands may do with them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomText } from '../keys/secret.ts';
import { openAttempts } from '../limits/attempts.ts';
import { type MailSettings, openMailer } from '../mail/mailer.ts';
import type { State } from '../state/state.ts';
import { addresses } from './addresses.ts';
import { type AuthOptions, openAuth } from './auth.ts';
import type { Desk } from './desk.ts';
import { keyring } from './keyring.ts';
import { ownData } from './own-data.ts';
import { passwords } from './passwords.ts';
import { PROVIDERS } from './provider.ts';
import { providers } from './providers.ts';
import { signingIn } from './signing-in.ts';
import { twoFactorSettings } from './two-factor.ts';

/** What the operator may set; everything works without. */
export interface AccountSettings {
	/** How to send mail; without it addresses are not confirmed, and the operator resets passwords. */
	readonly mail?: MailSettings | undefined;
	/** In place of the one that is made on the first start. */
	readonly secret?: string | undefined;
	/** What GitHub and Google gave to sign in there with. */
	readonly providers?: AuthOptions['providers'];
	/** Whether accounts open nothing until two-factor is on. */
	readonly requireTwoFactor?: boolean | undefined;
}

export interface AccountsOptions extends AccountSettings, Pick<AuthOptions, 'siteUrl' | 'siteName' | 'report'> {
	readonly state: State;
	/** The folder of the state. */
	readonly stateFolder: string;
	/** What every API key starts with. */
	readonly keyPrefix: string;
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

const SECRET_LENGTH = 43;
/** What is done later begins after this, in milliseconds: the answer has gone by then, also where a write blocks. */
const LATER = 100;

export async function openAccounts(options: AccountsOptions) {
	const { state, siteUrl, siteName, keyPrefix, report, requireTwoFactor = false } = options;
	const mailer = options.mail && openMailer(options.mail, (error) => report(error, 'a mail could not be sent'));
	const secret = options.secret ?? (await state.secrets.get('sessions', () => randomText(SECRET_LENGTH)));
	const social = options.providers ?? {};
	const working = new Set<Promise<void>>();
	function later(work: () => Promise<unknown>): void {
		const done = sleep(LATER)
			.then(work)
			.then(
				() => {},
				(error) => report(error, 'a task of an account failed'),
			);
		working.add(done);
		done.then(() => working.delete(done));
	}
	const auth = await openAuth({
		...{ database: state.database, siteUrl, siteName, secret, mailer, providers: social, report },
	});
	const attempts = openAttempts(options.stateFolder);
	const desk: Desk = { auth, state, attempts, mailer, siteUrl, siteName, keyPrefix, requireTwoFactor, later };
	return {
		...signingIn(desk),
		...passwords(desk),
		...addresses(desk),
		...twoFactorSettings(desk),
		...ownData(desk),
		...keyring(desk),
		...providers(
			desk,
			PROVIDERS.filter((name) => social[name] !== undefined),
		),
		/** Whether the site can send mail. */
		canMail: mailer !== undefined,
		/** Whether accounts open nothing until two-factor is on. */
		requiresTwoFactor: requireTwoFactor,
		/** Waits for what is being done and sent, and closes. */
		async close() {
			await Promise.all(working);
			await mailer?.close();
			attempts.close();
		},
	};
}
