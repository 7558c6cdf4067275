import { toTimestamp } from '../shared/to-timestamp.ts';
import { JOB_LIFE } from '../state/jobs/job-store.ts';
import { type Account, newAccount } from '../state/keys/account.ts';
import { randomText } from '../state/keys/secret.ts';
import { callAuth } from './auth-errors.ts';
import { passwordProblem } from './common-passwords.ts';
import { type AccountContext, checkLimit, checkMail, type RequestContext, recordEvent } from './context.ts';
import { EmailSchema } from './email.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import { hashPassword, verifyPassword } from './password-hashes.ts';
import { MAX_PASSWORD } from './password-length.ts';
import { failAll, failure, ok, type Result } from './result.ts';
import { endSession } from './session.ts';
import { hashToken } from './session-adapter.ts';
import type { Credentials } from './sign-in.ts';

const ID_LENGTH = 16;

/**
 * Actions for signing up. If the site can send mail, the account is created only when someone opens the link in the
 * email and types the password chosen at sign-up. If the account were created earlier, someone could sign up with
 * another person's address and wait until that person confirms it.
 */
export function signUpActions(context: AccountContext) {
	const { state, mail } = context;

	return {
		/**
		 * Signs up. If the site can send mail, the result is `confirm` whether or not the address has an account. Only
		 * the email that is sent differs. If the site cannot send mail, the account is created and signed in
		 * immediately. EMAIL_TAKEN then reveals that an account exists, which cannot be avoided.
		 *
		 * @param next the path to go to once the address is confirmed
		 */
		async signUp(
			request: RequestContext,
			credentials: Credentials,
			next?: string,
		): Promise<Result<'signed in' | 'confirm'>> {
			const typed = credentials.email.trim();
			const email = EmailSchema.safeParse(typed).data;
			const { password } = credentials;
			const invalid = email === undefined ? 'INVALID_EMAIL' : undefined;
			const wrong = failAll([invalid, passwordProblem(password, typed)]);
			if (wrong || email === undefined) return wrong ?? failure('INVALID_EMAIL');
			const busy = mail && (await checkMail(mail, 'confirm_address', request));
			if (busy) return busy;
			const limited = await checkLimit(context, 'sign_up', request, email);
			if (limited) return limited;
			if (mail === undefined) return openAtOnce(context, request, { email, password });
			// Hash the password in every case. Otherwise, the time would show whether the address has an account.
			const hashed = await hashPassword(password);
			context.afterResponse(() => sendMail(context, request, mail, { email, password: hashed }, next));
			return ok('confirm');
		},

		/** Returns the email address of the sign-up that a link confirms, or undefined if the link no longer works. */
		async signUpAddress(token: string): Promise<string | undefined> {
			return (await state.signUps.find(hashToken(token), toTimestamp(new Date())))?.email;
		},

		/**
		 * Creates the account for a sign-up and signs in. Needs the token from the link and the password chosen at
		 * sign-up. Removes all other sign-ups with the same address.
		 */
		async confirmSignUp(
			request: RequestContext,
			{ token, password }: { readonly token: string; readonly password: string },
		): Promise<Result<'signed in'>> {
			const limited = await checkLimit(context, 'sign_in', request);
			if (limited) return limited;
			const hashed = hashToken(token);
			const signUp = await state.signUps.find(hashed, toTimestamp(new Date()));
			if (signUp === undefined) return failure('SIGN_UP_LINK_INVALID');
			const { email } = signUp;
			const isRight = password.length <= MAX_PASSWORD && (await verifyPassword({ hash: signUp.password, password }));
			if (!isRight) return failure('SIGN_UP_PASSWORD');
			const account = newAccount(email, 'free');
			if (!(await state.signUps.confirm(hashed, account))) return failure('SIGN_UP_LINK_INVALID');
			return welcome(context, request, account, password);
		},
	};
}

/** @param credentials with the hash of the password */
async function sendMail(
	context: AccountContext,
	{ address }: RequestContext,
	mail: MailQueue,
	{ email, password }: Credentials,
	next: string | undefined,
): Promise<void> {
	const { state, attempts } = context;
	const account = await state.accounts.findByEmail(email);
	if (account !== undefined) {
		if (await attempts.mayMail('account_exists', email)) {
			await mail.add({ kind: 'account_exists', to: email, account: account.id }, address);
		}
		return;
	}
	if (!(await attempts.mayMail('confirm_address', email))) return;
	const signUp = randomText(ID_LENGTH);
	await state.signUps.add(signUp, { email, password }, toTimestamp(new Date(Date.now() + JOB_LIFE)));
	await mail.add({ kind: 'confirm_address', to: email, signUp, next }, address);
}

async function openAtOnce(
	context: AccountContext,
	request: RequestContext,
	{ email, password }: Credentials,
): Promise<Result<'signed in'>> {
	const account = newAccount(email, 'free');
	const hashed = await hashPassword(password);
	if (!(await context.state.signUps.openUnconfirmed(account, hashed))) return failure('EMAIL_TAKEN');
	return welcome(context, request, account, password);
}

/** Signs in to a new account. Ends the browser's earlier session, if it had one. */
async function welcome(
	context: AccountContext,
	request: RequestContext,
	{ id, email }: Account,
	password: string,
): Promise<Result<'signed in'>> {
	await recordEvent(context, id, 'signed_up', request);
	const { headers } = request;
	const opened = await callAuth(
		context.auth.api.signInEmail({ headers, body: { email, password }, returnHeaders: true }),
	);
	if (!opened.ok) return opened;
	await endSession(context, request);
	// From now on, failed attempts from other IP addresses do not prevent the owner from signing in from this address.
	await context.attempts.forgive('sign_in', { address: request.address, account: email });
	return ok('signed in', opened.cookies);
}
