/** Webhooks in the dashboard. The API has the same rules, because it does the same. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WebhookSettings } from '../../src/state/webhooks/webhook.ts';
import { NO_WEBHOOKS } from '../../src/state/webhooks/webhook.ts';
import { type AccountsFixture, ADA, Browser, openFixture, resultOf } from './fixture.ts';

const SETTINGS: WebhookSettings = { url: 'https://hooks.example/', events: ['release.published'] };

let fixture: AccountsFixture;
let ada: Browser;

beforeEach(async () => {
	fixture = await openFixture({ secret: 'a secret of the operator, which is long enough' });
	ada = new Browser();
	ada.take(await fixture.accounts.signUp(ada, ADA));
	await fixture.state.accounts.setPlan(ADA.email, 'pro');
});
afterEach(() => fixture.close());

const add = async () => resultOf(await fixture.accounts.addWebhook(ada, SETTINGS)).webhook;

test('A webhook without AUTH_SECRET or without the plan is only switched off, changed and removed', async () => {
	const { id } = await add();
	const { accounts, state } = fixture;
	await state.accounts.setPlan(ADA.email, 'free');
	for (const refused of [
		await accounts.addWebhook(ada, SETTINGS),
		await accounts.switchWebhook(ada, id, true),
		await accounts.rotateWebhook(ada, id),
		await accounts.testWebhook(ada, id),
	]) {
		expect(refused).toMatchObject({ code: 'REFUSED', message: 'Webhooks need the Pro plan.' });
	}
	const other = await openFixture({ folder: fixture.folder });
	await state.accounts.setPlan(ADA.email, 'pro');
	const { address } = ada;
	const again = new Browser(address);
	again.take(await other.accounts.signIn(again, ADA));
	expect(await other.accounts.switchWebhook(again, id, true)).toMatchObject({ message: NO_WEBHOOKS });
	expect(resultOf(await other.accounts.switchWebhook(again, id, false))).toMatchObject({ off: 'owner' });
	await other.close();
	expect(resultOf(await accounts.changeWebhook(ada, id, { ...SETTINGS, url: 'https://new.example/' }))).toMatchObject({
		url: 'https://new.example/',
	});
	resultOf(await accounts.removeWebhook(ada, id));
	expect(resultOf(await accounts.webhooks(ada))).toEqual([]);
});
