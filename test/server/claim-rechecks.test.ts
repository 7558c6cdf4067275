/** Claims that were proved long ago, and are checked again when a server starts, with real DNS and mail servers. */
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { type Claim, MOST_FAILED_CHECKS } from '../../src/state/claim-store.ts';
import { openState } from '../../src/state/open-state.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { startMailServer } from '../support/mail-server.ts';
import { ownDirectory } from '../support/own-server.ts';
import { startServer } from '../support/running-server.ts';
import { rowsOf, trustClock } from '../support/states.ts';

const ACCOUNT = 'acc_bob';
const DAY = 86_400_000;

const directory = ownDirectory('site');
const dns = await startDnsServer();
const mail = await startMailServer();
const state = await openState(directory.state, '');
await trustClock(state);
const db = new Database(directory.snapshot);
const { organization, website_url } = db
	.prepare<[], { organization: string; website_url: string }>(
		`SELECT organization, o.website_url FROM programs p JOIN organizations o ON o.slug = organization
		 WHERE p.status = 'published' ORDER BY organization`,
	)
	.get()!;
db.close();
const now = toTimestamp(new Date());
await state.accounts.add({ id: ACCOUNT, email: 'bob@site.example', plan: 'free', created_at: now });
const claim: Claim = (await state.claims.start(ACCOUNT, organization, now)) as Claim;
await state.claims.verify(claim.id, 'dns', 'claimed', now);
const record = `_directory-claim.${new URL(website_url).hostname.replace(/^www\./, '')}`;
afterAll(async () => {
	await state.close();
	await mail.close();
	dns.close();
});

/** Starts a server some days after the last check. Waits until it has checked again, and returns the claim. */
async function checkAfter(days: number): Promise<Claim> {
	const before = toTimestamp(new Date(Date.now() - days * DAY - 60_000));
	await rowsOf(state, 'UPDATE claims SET checked_at = @before', { before });
	const env = { DNS_SERVERS: dns.address, SMTP_URL: mail.url, MAIL_FROM: 'directory@site.example' };
	const server = await startServer(directory, { env });
	const found = async () => (await state.claims.get(claim.id))!;
	if (days === 90 || mail.mails.length > 0) await expect.poll(async () => (await found()).checked_at).not.toBe(before);
	expect(await server.stop()).toBe(0);
	return found();
}

test('A claim is checked again after 90 days, and ends if its proof is gone on 14 days', async () => {
	dns.records.set(record, [claim.token]);
	expect((await checkAfter(89)).problem).toBe(null);
	expect(await checkAfter(90)).toMatchObject({ status: 'verified', problem: null });
	expect(mail.mails).toEqual([]);

	dns.records.delete(record);
	expect(await checkAfter(90)).toMatchObject({ status: 'verified', problem: expect.stringContaining(record) });
	await mail.arrived(1);
	expect(mail.mails).toMatchObject([
		{ to: ['bob@site.example'], subject: expect.stringMatching(/: Prove again that /) },
	]);
	expect(mail.mails[0]!.text).toContain(`/account/organizations/${claim.organization}/`);

	dns.records.set(record, [claim.token]);
	expect(await checkAfter(1)).toMatchObject({ status: 'verified', problem: null });
	dns.records.delete(record);
	await checkAfter(90);
	await mail.arrived(2);
	await rowsOf(state, `UPDATE claims SET failed_checks = ${MOST_FAILED_CHECKS - 2}`);
	expect(await checkAfter(1)).toMatchObject({ status: 'verified' });
	expect(await checkAfter(1)).toMatchObject({ status: 'withdrawn' });
	expect((await mail.arrived(3)).subject).toMatch(/: Your claim of .+ has ended$/);
	expect(mail.mails).toHaveLength(3);
	expect(await state.accounts.findById(ACCOUNT)).toMatchObject({ plan: 'free' });
	expect(await state.events.ofAccount(ACCOUNT, 10, 10)).toMatchObject([{ kind: 'claim_ended' }]);
});
