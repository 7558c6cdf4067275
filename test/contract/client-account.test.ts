/** The typed client calls every endpoint about an account, of both servers. */
import { describe, expect, test } from 'vitest';
import { ACCOUNT_ENDPOINTS } from '../../src/api/account/endpoints.ts';
import type { DirectoryClient } from '../../src/client/index.ts';
import { jsonOf } from './api.ts';
import { KEYS, SERVERS } from './contract.ts';
import { SITE_URL } from './directory.ts';

const [PROGRAM, ORGANIZATION] = ['lumen-partners', 'lumen-labs'] as const;
let sent = 0;

describe.each(SERVERS)('The typed client, through $name', (api) => {
	const called = new Set<string>();
	const client = new Proxy(api.clientWith({ key: KEYS.agency }), {
		get(target, name) {
			called.add(String(name));
			const method = target[name as keyof DirectoryClient] as (...values: unknown[]) => unknown;
			return method.bind(target);
		},
	});
	const dataOf = async (path: string) => jsonOf(await api.get(path, { key: KEYS.agency })).data;

	test('proposes changes, and reads and withdraws them', async () => {
		const slug = `client-${api.port}`;
		const added = await client.createProgram({
			...{ slug, organization: ORGANIZATION, name: 'By the client', commission_type: 'recurring' },
			website_url: 'https://lumen-labs.example/client',
		});
		expect(added).toMatchObject({ kind: 'program', target: slug, status: 'pending', base: null });
		const cookie_days = 2000 + sent++;
		const changed = await client.updateProgram(PROGRAM, { cookie_days });
		expect(changed).toMatchObject({ target: PROGRAM, fields: { cookie_days } });
		const description = `Lamps, says the client through ${api.name}`;
		const organization = await client.updateOrganization(ORGANIZATION, { description });
		expect(organization).toMatchObject({ kind: 'organization', fields: { description } });
		expect(await client.getProposal(added.id)).toEqual(await dataOf(`/proposals/${added.id}`));
		const all = await Array.fromAsync(client.listProposals({ per_page: 2 }));
		expect(all).toEqual(await dataOf('/proposals?per_page=100'));
		expect(all.slice(0, 3).map(({ id }) => id)).toEqual([organization.id, changed.id, added.id]);
		for (const { id } of [added, changed, organization]) {
			expect(await client.withdrawProposal(id)).toMatchObject({ id, status: 'withdrawn' });
		}
		await expect(client.withdrawProposal(added.id)).rejects.toMatchObject({ status: 409, code: 'CONFLICT' });
	});

	test('manages webhooks and their events', async () => {
		const { secret, ...made } = await client.createWebhook({
			url: 'https://hooks.invalid/',
			events: ['release.published'],
		});
		expect(secret).toMatch(/^whsec_/);
		const { id } = made;
		expect(await client.getWebhook(id)).toEqual(made);
		expect((await client.listWebhooks()).map((webhook) => webhook.id)).toContain(id);
		expect(await client.updateWebhook(id, { events: ['proposal.settled'] })).toMatchObject({
			id,
			events: ['proposal.settled'],
		});
		expect((await client.rotateWebhookSecret(id)).secret).not.toBe(secret);
		const tried = await client.testWebhook(id);
		expect(tried).toMatchObject({ event: 'webhook.test' });
		expect(await client.retryWebhookDelivery(id, tried.id)).toMatchObject({ id: tried.id });
		const deliveries = await Array.fromAsync(client.listWebhookDeliveries(id));
		expect(deliveries.map((delivery) => delivery.id)).toEqual([tried.id]);
		expect(await client.deleteWebhook(id)).toMatchObject({ id });
		await expect(client.getWebhook(id)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
	});

	test('learns where to find a webhook and its events from the header Location', async () => {
		const json = { url: 'https://hooks.invalid/', events: ['release.published'] };
		const ask = { key: KEYS.agency, method: 'POST' };
		const made = await api.get('/webhooks', { ...ask, json });
		const path = `/webhooks/${jsonOf(made).data.id}`;
		const tried = await api.get(`${path}/test`, ask);
		const again = await api.get(`${path}/deliveries/${jsonOf(tried).data.id}/retry`, ask);
		const addresses = [made, tried, again].map(({ headers }) => headers.get('location'));
		expect(addresses).toEqual([path, `${path}/deliveries`, `${path}/deliveries`].map((one) => `${SITE_URL}/v1${one}`));
		await client.deleteWebhook(jsonOf(made).data.id);
	});

	test('reads how often programs were viewed', async () => {
		const period = { from: '2026-05-01', to: '2026-05-31' };
		const query = `?from=${period.from}&to=${period.to}`;
		expect(await client.getProgramAnalytics(PROGRAM, period)).toEqual(
			await dataOf(`/analytics/programs/${PROGRAM}${query}`),
		);
		expect(await client.getOrganizationAnalytics(ORGANIZATION, period)).toEqual(
			await dataOf(`/analytics/organizations/${ORGANIZATION}${query}`),
		);
	});

	test('has been called for every operation', () => {
		expect([...called].sort()).toEqual(ACCOUNT_ENDPOINTS.map(({ operation }) => operation).sort());
	});
});
