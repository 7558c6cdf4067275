/** The queue of emails, with mail servers that fail. */
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MOST_JOBS, MOST_OF_CAUSE, MOST_URGENT_OF_CAUSE, RESERVED } from '../../../src/state/jobs/job-store.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '../../support/mail-server.ts';
import { trustClock } from '../../support/states.ts';
import { type AccountsFixture, ADA, BOB, Browser, openFixture, resultOf } from '../fixture.ts';

const FROM = 'Directory <directory@site.example>';

let mail: MailServer;
let fixture: AccountsFixture;
let ada: Browser;

beforeEach(async () => {
	ada = new Browser();
});
afterEach(async () => {
	await fixture.close();
	await mail.close();
});

async function start(options: MailServerOptions = {}): Promise<void> {
	mail = await startMailServer(options);
	fixture = await openFixture({ mail: { smtpUrl: mail.url, from: FROM } });
}

const jobs = () => fixture.rows('SELECT * FROM jobs ORDER BY created_at, id');
const errors = () => fixture.errors.map(String);
/** Lets postponed emails be due now. */
const hurry = () => fixture.rows('UPDATE jobs SET run_at = 0');
/** Waits for a number of jobs that have failed. */
const failed = (count: number) =>
	expect.poll(async () => (await jobs()).filter(({ last_error }) => last_error !== null)).toHaveLength(count);
const tokenOf = (text: string) => /\?token=(\S+)/.exec(text)![1]!;

/** Creates Ada's account and signs in. */
async function arrive(): Promise<void> {
	resultOf(await fixture.accounts.signUp(ada, ADA));
	const token = tokenOf((await mail.arrived(1)).text);
	resultOf(ada.take(await fixture.accounts.confirmSignUp(ada, { token, password: ADA.password })));
}

/** Stops the mail server. Returns a function that starts it again at the same address. */
async function stopMail(): Promise<(options?: MailServerOptions) => Promise<void>> {
	const port = Number(new URL(mail.url).port);
	await mail.close();
	return async (options) => {
		mail = await startMailServer({ ...options, port });
	};
}

describe('While the mail server is down', () => {
	test('emails wait, and arrive with working links when it is back', async () => {
		await start();
		await arrive();
		const startMail = await stopMail();
		resultOf(await fixture.accounts.requestPasswordReset(new Browser(), ADA.email));
		resultOf(await fixture.accounts.signUp(new Browser('198.51.100.1'), BOB));
		await expect.poll(jobs).toHaveLength(2);
		await expect.poll(() => fixture.accounts.mail?.isOut).toBe(true);
		const { host } = new URL(mail.url);
		expect(errors()[0]).toBe(`Error: ${host} refused the connection`);
		await startMail();
		await hurry();
		await mail.arrived(2);
		await expect.poll(jobs).toEqual([]);
		expect(fixture.accounts.mail?.isOut).toBe(false);
		const [toAda, toBob] = [ADA, BOB].map(({ email }) => mail.mails.find(({ to }) => to.includes(email))!.text);
		const wish = { token: tokenOf(toAda!), newPassword: 'a completely new one' };
		resultOf(await fixture.accounts.resetPassword(new Browser(), wish));
		const token = tokenOf(toBob!);
		resultOf(await fixture.accounts.confirmSignUp(new Browser(), { token, password: BOB.password }));
	});

	test('the state contains whom to write to and why, but no link', async () => {
		await start();
		await arrive();
		const startMail = await stopMail();
		resultOf(await fixture.accounts.requestPasswordReset(new Browser(), ADA.email));
		await failed(1);
		const [job] = await jobs();
		expect(job).toMatchObject({
			kind: 'reset_password',
			target: ADA.email,
			payload: '{}',
			attempts: 1,
			last_error: `${new URL(mail.url).host} refused the connection`,
		});
		expect(Number(job!.run_at)).toBeGreaterThan(Date.now());
		await startMail();
		await hurry();
		const token = tokenOf((await mail.arrived(1)).text);
		expect(await fixture.content()).not.toContain(token);
	});

	test.each([
		['the account was deleted', () => fixture.accounts.deleteAccount(ada, ADA.password)],
		[
			'the password was changed',
			() => fixture.accounts.changePassword(ada, { password: ADA.password, newPassword: BOB.password }),
		],
	])('a reset link is dropped if %s', async (_, change) => {
		await start();
		await arrive();
		const startMail = await stopMail();
		resultOf(await fixture.accounts.requestPasswordReset(new Browser(), ADA.email));
		await failed(1);
		resultOf(ada.take(await change()));
		await startMail();
		await hurry();
		await expect.poll(jobs).toEqual([]);
		expect(mail.mails.filter(({ text }) => text.includes('token='))).toEqual([]);
	});

	test('the link for a sign-up is dropped if another sign-up with the address is confirmed first', async () => {
		await start();
		resultOf(await fixture.accounts.signUp(ada, ADA));
		const token = tokenOf((await mail.arrived(1)).text);
		const startMail = await stopMail();
		resultOf(await fixture.accounts.signUp(new Browser('198.51.100.1'), { ...ADA, password: BOB.password }));
		await failed(1);
		resultOf(await fixture.accounts.confirmSignUp(ada, { token, password: ADA.password }));
		await startMail();
		await hurry();
		await expect.poll(jobs).toEqual([]);
		expect(mail.mails).toEqual([]);
	});

	/** Opens the same accounts as a server that starts later. */
	async function startAgain(): Promise<void> {
		const { folder } = fixture;
		await fixture.accounts.close();
		await fixture.state.close();
		const next = await openFixture({ folder, mail: { smtpUrl: mail.url, from: FROM } });
		fixture = {
			...next,
			async close() {
				await next.close();
				rmSync(folder, { recursive: true });
			},
		};
	}

	test('an email is given up after a day', async () => {
		await start();
		await arrive();
		const startMail = await stopMail();
		resultOf(await fixture.accounts.requestPasswordReset(new Browser(), ADA.email));
		await failed(1);
		await fixture.rows('UPDATE jobs SET expires_at = 1');
		await trustClock(fixture.state);
		await startMail();
		await startAgain();
		await expect.poll(jobs).toEqual([]);
		expect(errors()).toEqual(['Error: They could not be sent for a day.']);
		expect(fixture.accounts.mail?.givenUp).toBe(1);
		expect(mail.mails).toEqual([]);
	});

	test('a server that starts later sends the emails', async () => {
		await start();
		await arrive();
		const startMail = await stopMail();
		resultOf(await fixture.accounts.requestPasswordReset(new Browser(), ADA.email));
		await failed(1);
		await startMail();
		await startAgain();
		await hurry();
		expect((await mail.arrived(1)).subject).toBe('Directory: Set a new password');
		await expect.poll(jobs).toEqual([]);
	});
});

describe('When many emails wait', () => {
	/** Adds emails that are due next year. */
	const fill = (count: number, cause = '', kind = 'password_changed') =>
		fixture.rows(
			`INSERT INTO jobs (id, kind, target, payload, created_at, run_at, expires_at, attempts, cause)
			 SELECT @cause || '${count} ' || n, '${kind}', n, '{}', '2026-05-01T12:00:00Z', 9e15, 9e15, 0, @cause FROM
			 (WITH RECURSIVE c (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c) AS numbers`,
			{ cause },
		);
	const resets = async () => (await jobs()).filter(({ kind }) => kind === 'reset_password');
	const BUSY = { code: 'MAIL_BUSY', retryAfter: 600 };

	test('sign-ups are refused first, and nothing that is refused leaves a trace', async () => {
		await start();
		await arrive();
		const startMail = await stopMail();
		await fill(MOST_JOBS - RESERVED);
		const stranger = new Browser('198.51.100.1');
		expect(await fixture.accounts.signUp(stranger, BOB)).toMatchObject(BUSY);
		expect(await fixture.accounts.signUp(stranger, ADA)).toMatchObject(BUSY);
		resultOf(await fixture.accounts.requestPasswordReset(new Browser(), ADA.email));
		await expect.poll(resets).toHaveLength(1);
		await fill(RESERVED);
		for (let i = 0; i < 5; i++) {
			expect(await fixture.accounts.requestPasswordReset(new Browser(), ADA.email)).toMatchObject(BUSY);
		}
		const change = { password: ADA.password, email: BOB.email };
		expect(await fixture.accounts.changeEmail(ada, change)).toMatchObject(BUSY);
		await fixture.rows('DELETE FROM jobs WHERE cause = @cause', { cause: '' });
		// Refusals do not count as attempts.
		resultOf(await fixture.accounts.requestPasswordReset(new Browser(), ADA.email));
		await expect.poll(resets).toHaveLength(2);
		expect(await fixture.rows('SELECT * FROM sign_ups')).toEqual([]);
		expect(fixture.accounts.mail?.givenUp).toBe(0);
		await startMail();
	});

	test('the owner of an account in the network that caused them gets a link, until too many links wait too', async () => {
		await start();
		await arrive();
		await fill(MOST_OF_CAUSE, '198.51.100.x', 'confirm_address');
		const owner = new Browser('198.51.100.9');
		resultOf(await fixture.accounts.requestPasswordReset(owner, ADA.email));
		expect((await mail.arrived(1)).to).toEqual([ADA.email]);
		await fill(MOST_URGENT_OF_CAUSE, '198.51.100.x', 'reset_password');
		expect(await fixture.accounts.requestPasswordReset(owner, ADA.email)).toMatchObject(BUSY);
		resultOf(await fixture.accounts.requestPasswordReset(new Browser('203.0.113.9'), ADA.email));
		expect((await mail.arrived(1)).to).toEqual([ADA.email]);
	});
});

describe('A mail server', () => {
	test('that refuses an address for ever gets no further attempt', async () => {
		await start({ refused: [ADA.email] });
		resultOf(await fixture.accounts.signUp(ada, ADA));
		await expect.poll(errors).toEqual([`Error: ${new URL(mail.url).host} answered 550 to RCPT TO`]);
		await expect.poll(jobs).toEqual([]);
		expect([fixture.accounts.mail?.givenUp, fixture.accounts.mail?.isOut]).toEqual([1, false]);
	});

	test('that refuses an address for now gets a second attempt, and others do not wait for it', async () => {
		await start({ greylisted: [ADA.email] });
		resultOf(await fixture.accounts.signUp(ada, ADA));
		await failed(1);
		expect(errors()).toEqual([`Error: ${new URL(mail.url).host} answered 451 to RCPT TO`]);
		expect(fixture.accounts.mail?.isOut).toBe(false);
		resultOf(await fixture.accounts.signUp(new Browser('198.51.100.1'), BOB));
		expect((await mail.arrived(1)).to).toEqual([BOB.email]);
		await hurry();
		expect((await mail.arrived(2)).to).toEqual([ADA.email]);
	});

	test('that is slow delays no response, and gets each email once', async () => {
		await start({ delay: 2000 });
		resultOf(await fixture.accounts.signUp(ada, ADA));
		await expect.poll(jobs).toMatchObject([{ attempts: 1 }]);
		expect(mail.mails).toEqual([]);
		// A second server shares the state, and does not take the email that is being sent.
		const other = await openFixture({ folder: fixture.folder, mail: { smtpUrl: mail.url, from: FROM } });
		await mail.arrived(1);
		await expect.poll(jobs).toEqual([]);
		await other.close();
		await fixture.accounts.close();
		expect(mail.mails).toHaveLength(1);
	});

	test('is tested when the accounts open', async () => {
		mail = await startMailServer();
		fixture = await openFixture({ mail: { smtpUrl: 'smtp://127.0.0.1:1', from: FROM } });
		await expect.poll(errors).toEqual(['Error: 127.0.0.1:1 refused the connection']);
		expect(fixture.accounts.mail?.isOut).toBe(true);
	});
});
