import { expect, test } from 'vitest';
import { startMailServer } from '../../support/mail-server.ts';
import { ADA, Browser, openFixture, resultOf } from '../fixture.ts';

test('A server that stops does not wait long for a slow mail server, and keeps the email', async () => {
	// nodemailer would wait for 20 seconds.
	const mail = await startMailServer({ delay: 15_000 });
	const fixture = await openFixture({ mail: { smtpUrl: mail.url, from: 'directory@site.example' } });
	resultOf(await fixture.accounts.signUp(new Browser(), ADA));
	const jobs = () => fixture.rows('SELECT * FROM jobs');
	await expect.poll(jobs).toMatchObject([{ attempts: 1 }]);
	await fixture.accounts.close();
	expect(mail.mails).toEqual([]);
	expect(await jobs()).toMatchObject([{ attempts: 1, last_error: null }]);
	// The mail server accepts the email before anything is closed.
	await mail.arrived(1);
	await fixture.close();
	await mail.close();
}, 60_000);
