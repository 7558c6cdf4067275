/** Claims, proposals and reports on the website of a real server, with a real DNS server on this machine. */
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { openState } from '../../src/state/open-state.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { FormClient } from '../support/form-client.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { succeed } from '../support/run-command.ts';

const PAGES = '/account/organizations/';

const directory = ownDirectory('site');
const dns = await startDnsServer();
const server = await ownServer(directory, { env: { TRUST_PROXY: '1', DNS_SERVERS: dns.address } });
const state = await openState(directory.state, '');
const db = new Database(directory.snapshot);
const found = db
	.prepare<[], { slug: string; organization: string; name: string; website_url: string }>(
		`SELECT p.slug, p.organization, o.name, o.website_url FROM programs p JOIN organizations o ON o.slug = p.organization
		 WHERE p.status = 'published' ORDER BY p.slug`,
	)
	.all();
const review: { readonly id: string; readonly program: string } = db
	.prepare<[], typeof review>(
		`SELECT r.id, r.program FROM reviews r JOIN programs p ON p.slug = r.program
		 WHERE r.status = 'published' AND p.status = 'published' ORDER BY r.id`,
	)
	.get()!;
db.close();
const [first] = found;
let organization: { readonly slug: string; readonly name: string; readonly host: string } = {
	slug: first!.organization,
	name: first!.name,
	host: new URL(first!.website_url).hostname.replace(/^www\./, ''),
};
const program = first!.slug;
const foreign = found.find((one) => one.organization !== organization.slug)!.slug;
const ada: FormClient = await signedUp('anna@site.example');
const bob: FormClient = await signedUp('bert@site.example');
afterAll(async () => {
	await state.close();
	dns.close();
});

async function signedUp(email: string): Promise<FormClient> {
	const user = new FormClient(server.port);
	const fields = { email, newPassword: 'a rather long one' };
	expect((await user.post('/account/sign-up/', fields)).status).toBe(303);
	return user;
}

async function text(client: FormClient, address: string): Promise<string> {
	const response = await client.get(address);
	expect(response.status, address).toBe(200);
	return response.text();
}

/** The hidden inputs and the present values of a form. */
function inputsOf(html: string): { [name: string]: string } {
	const main = html.slice(html.indexOf('<main'));
	const pairs = [...main.matchAll(/<input[^>]*>/g)].map(([tag]) => [
		/name="([^"]*)"/.exec(tag)?.[1] ?? '',
		/value="([^"]*)"/.exec(tag)?.[1] ?? '',
	]);
	return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

const own = () => `${PAGES}${organization.slug}/`;

describe('Claiming an organization', () => {
	test('needs a signed-in account and an organization that exists', async () => {
		const nobody = new FormClient(server.port);
		expect((await nobody.get(PAGES)).status).toBe(303);
		expect((await nobody.post(own(), { action: 'dns' })).status).toBe(303);
		const refused = await ada.post(PAGES, { organization: 'no-such' });
		expect(refused.status).toBe(422);
		expect(await refused.text()).toContain('No organization here has this name or website');
		expect((await ada.get(own())).status).toBe(404);
	});

	test('finds it by its name, its website, and the address of its program', async () => {
		const cora = await signedUp('cora@site.example');
		const forms = [
			organization.name.toUpperCase(),
			organization.host,
			`https://www.${organization.host}/partners?x=1`,
			`http://directory.example/programs/${program}/`,
		];
		for (const form of forms) {
			const started = await cora.post(PAGES, { organization: form });
			expect([form, started.status, started.headers.get('location')]).toEqual([form, 303, own()]);
		}
		await state.accounts.delete((await state.accounts.findByEmail('cora@site.example'))!.id);
	});

	test('is offered on the page of each program', async () => {
		const page = await text(new FormClient(server.port), `/programs/${program}/`);
		expect(page).toContain(`/account/organizations/?organization=${organization.slug}"`);
	});

	test('works with a DNS record, and says what is missing until then', async () => {
		const address = `http://directory.example/organizations/${organization.slug}/?x=1`;
		const started = await ada.post(PAGES, { organization: address });
		expect([started.status, started.headers.get('location')]).toEqual([303, own()]);
		const record = `_directory-claim.${organization.host}`;
		expect(await text(ada, own())).toContain(record);
		const missing = await ada.post(own(), { action: 'dns' });
		expect([missing.status, await missing.text()]).toEqual([422, expect.stringContaining('There is no TXT record')]);
		dns.records.set(record, ['another value']);
		expect(await (await ada.post(own(), { action: 'dns' })).text()).toContain('its value is another one');
		const { token } = (await state.claims.all()).find(({ email }) => email.startsWith('anna'))!;
		dns.records.set(record, ['another value', token]);
		expect((await ada.post(own(), { action: 'dns' })).status).toBe(303);
		expect(await text(ada, own())).toContain('You speak for');
		expect(await state.accounts.findByEmail('anna@site.example')).toMatchObject({ plan: 'claimed' });
		expect((await state.proposals.waiting({ most: 9 })).map(({ fields }) => fields)).toEqual([{ plan: 'claimed' }]);
	});

	test('that can no longer be proved shows what to publish, and is proved again', async () => {
		const claim = (await state.claims.all()).find(({ email }) => email.startsWith('anna'))!;
		expect(await text(ada, own())).not.toContain(claim.token);
		await state.claims.noteFailedCheck(claim, 'The record is gone.', '2026-05-01T12:00:00Z');
		const page = await text(ada, own());
		for (const part of ['You speak for', 'The record is gone.', claim.token]) expect(page).toContain(part);
		expect((await ada.post(own(), { action: 'dns' })).status).toBe(303);
		expect(await state.claims.get(claim.id)).toMatchObject({ status: 'verified', problem: null });
		expect(await text(ada, own())).not.toContain(claim.token);
		const events = await state.events.ofAccount(claim.account_id, 10, 10);
		expect(events.filter(({ kind }) => kind === 'organization_claimed')).toHaveLength(1);
	});

	test('of someone else is contested, and gives no rights', async () => {
		await bob.post(PAGES, { organization: organization.slug });
		const { token } = (await state.claims.all()).find(({ email }) => email.startsWith('bert'))!;
		dns.records.set(`_directory-claim.${organization.host}`, [token]);
		expect((await bob.post(own(), { action: 'dns' })).status).toBe(303);
		expect(await text(bob, own())).toContain('The editors decide.');
		for (const page of ['edit/', 'new/', `programs/${program}/`]) {
			expect((await bob.get(own() + page)).status).toBe(404);
			expect((await bob.post(own() + page, { name: 'Mine' })).status).toBe(404);
		}
		expect(await state.accounts.findByEmail('bert@site.example')).toMatchObject({ plan: 'free' });
	});

	test('with a file says where it must be, and why it was not read', async () => {
		const answer = await ada.post(PAGES, { organization: organization.slug });
		expect(answer.status).toBe(303);
		// Bob's claim is contested, so only a new claim is checked.
		const cleo = await signedUp('cleo@site.example');
		await cleo.post(PAGES, { organization: organization.slug });
		const page = await (await cleo.post(own(), { action: 'file' })).text();
		expect(page).toMatch(
			/\/\.well-known\/directory-claim\.txt has a host (?:that does not exist|whose address cannot)/,
		);
		expect(await state.accounts.findByEmail('cleo@site.example')).toMatchObject({ plan: 'free' });
		await state.accounts.delete((await state.accounts.findByEmail('cleo@site.example'))!.id);
	});

	test('is limited in the number of checks', async () => {
		const dora = await signedUp('dora@site.example');
		await dora.post(PAGES, { organization: organization.slug });
		const statuses: number[] = [];
		for (let i = 0; i < 25; i++) statuses.push((await dora.post(own(), { action: 'dns' })).status);
		expect(statuses.slice(0, 20)).not.toContain(429);
		expect(statuses.at(-1)).toBe(429);
	});
});

describe('Proposing with the form', () => {
	test('sends only the changed fields, and shows what became of it, escaped', async () => {
		const address = `${own()}programs/${program}/`;
		const inputs = inputsOf(await text(ada, address));
		const name = '<b>Larger</b> & “larger”';
		const invalid = await ada.post(address, { ...inputs, name: '', cookie_days: 'many' });
		expect(invalid.status).toBe(422);
		const refused = await invalid.text();
		expect(refused).toMatch(/<a href="#cookie_days">Cookie duration: [^<]*must be/);
		expect(refused).toMatch(
			/<input[^>]* id="cookie_days"[^>]* aria-describedby="cookie_days-hint cookie_days-problem"/,
		);
		expect(await (await ada.post(address, inputs)).text()).toContain('You have not changed anything.');
		const given = { ...inputs, name, cookie_days: '77' };
		const sent = await ada.post(address, { ...given, verified: 'true', views: '99999', status: 'draft' });
		expect([sent.status, sent.headers.get('location')]).toEqual([303, '/account/proposals/?done=proposed']);
		const [proposal] = (await state.proposals.waiting({ most: 9 })).filter(({ kind }) => kind === 'program');
		expect(proposal).toMatchObject({ target: program, fields: { name, cookie_days: 77 } });
		const page = await text(ada, '/account/proposals/');
		expect(page).toContain('&lt;b&gt;Larger');
		expect(page).not.toContain('<b>Larger');
		expect(page).toContain('>77 days<');
		expect(page).toContain(`href="/programs/${program}/"`);
		expect(await text(bob, '/account/proposals/')).not.toContain('Larger');
		// Nobody else withdraws it.
		await bob.post('/account/proposals/', { id: proposal!.id });
		expect(await state.proposals.get(proposal!.id)).toMatchObject({ status: 'pending' });
		await ada.post('/account/proposals/', { id: proposal!.id });
		expect(await state.proposals.get(proposal!.id)).toMatchObject({ status: 'withdrawn' });
	});

	test('adds one proposal if the form is sent twice at the same time, and keeps the text of the other', async () => {
		const address = `${own()}programs/${program}/`;
		const fields = { ...inputsOf(await text(ada, address)), name: 'Sent twice' };
		const sent = await Promise.all([ada.post(address, fields), ada.post(address, fields)]);
		const [done, refused] = sent.toSorted((a, b) => a.status - b.status) as [Response, Response];
		expect([done.status, refused.status]).toEqual([303, 422]);
		const page = await refused.text();
		expect(page).toContain('This form was sent already');
		const twice = async () =>
			(await state.proposals.waiting({ most: 9 })).filter((one) => one.fields.name === 'Sent twice');
		expect(await twice()).toHaveLength(1);
		// The page that was answered can be sent, and says the same again.
		expect((await ada.post(address, inputsOf(page))).status).toBe(303);
		expect(await twice()).toHaveLength(1);
	});

	test('adds nothing with the token of another account', async () => {
		const address = `${own()}programs/${program}/`;
		const { token } = inputsOf(await text(bob, '/account/keys/new/'));
		const fields = { ...inputsOf(await text(ada, address)), name: 'Borrowed token' };
		expect((await ada.post(address, { ...fields, token: token! })).status).toBe(422);
	});

	test('changes neither programs of others nor those at an address of another organization', async () => {
		for (const page of [`programs/${foreign}/`, 'programs/none/', 'programs/..%2F..%2Fprograms/']) {
			expect((await ada.get(own() + page)).status, page).toBe(404);
			expect((await ada.post(own() + page, { name: 'Mine' })).status, page).toBe(404);
		}
	});

	test('proposes a new program', async () => {
		const inputs = inputsOf(await text(ada, `${own()}new/`));
		const facts = {
			slug: 'brand-new',
			name: 'Brand new',
			commission_type: 'hybrid',
			website_url: 'https://new.example/',
		};
		const sent = await ada.post(`${own()}new/`, { ...inputs, ...facts });
		expect(sent.status).toBe(303);
		const found = (await state.proposals.waiting({ most: 9 })).find(({ target }) => target === 'brand-new');
		expect(found).toMatchObject({ kind: 'program', base: null, fields: { organization: organization.slug } });
	});

	test('goes on after the organization was renamed', async () => {
		const renamed = `${organization.slug}-renamed`;
		await succeed('organizations', ['rename', organization.slug, renamed, '--snapshot', directory.snapshot]);
		await succeed('build', ['--snapshot', directory.snapshot, '--out', directory.out]);
		await expect.poll(() => state.claims.organizations()).toContain(renamed);
		organization = { ...organization, slug: renamed };
		expect(await text(ada, own())).toContain('Propose a program');
		expect((await ada.get(`${own()}programs/${program}/`)).status).toBe(200);
	});

	test('ends with the claim, also for keys', async () => {
		const account = (await state.accounts.findByEmail('anna@site.example'))!;
		const done = (await ada.post(own(), { action: 'withdraw' })).headers.get('location')!;
		expect(done).toBe(`${PAGES}?done=claim-withdrawn`);
		expect(await text(ada, done)).toContain('The claim was withdrawn.');
		expect((await ada.get(`${own()}edit/`)).status).toBe(404);
		expect(await state.accounts.findById(account.id)).toMatchObject({ plan: 'free' });
	});
});

describe('Reporting a wrong fact', () => {
	const page = () => `/wrong-fact/?program=${program}`;
	const reports = async () => (await state.proposals.waiting({ most: 99 })).filter(({ kind }) => kind === 'report');
	async function report(
		client: FormClient,
		fields: { readonly [name: string]: string },
		address = page(),
	): Promise<Response> {
		const { token } = inputsOf(await text(client, address));
		return client.post(address, { message: 'It pays 5%.', source: '', website: '', token: token!, ...fields });
	}

	test('needs no account and shows no email address', async () => {
		const reader = new FormClient(server.port);
		const html = await text(reader, page());
		expect(html.slice(html.indexOf('<main'), html.indexOf('</main'))).not.toMatch(/mailto:|@\w/);
		expect(html).toMatch(/<textarea[^>]* required/);
		expect(html).toMatch(/<input[^>]* id="source"/);
		expect(html).not.toMatch(/<input[^>]* id="source"[^>]* required/);
		expect(html).not.toContain('GET /v1/');
		const sent = await report(reader, { message: '<i>It</i> pays 5%.', source: 'https://a.example/terms' });
		expect(await sent.text()).toContain('Thank you.');
		const [added] = await reports();
		expect(added).toMatchObject({ account_id: null, target: program, author: 'A reader' });
		expect(added!.fields).toEqual({ message: '<i>It</i> pays 5%.', source: 'https://a.example/terms' });
	});

	test('is refused without a text, a program or a token, and ignored from robots', async () => {
		const reader = new FormClient(server.port);
		const before = (await reports()).length;
		const empty = await report(reader, { message: ' ' });
		expect(empty.status).toBe(422);
		const html = await empty.text();
		expect(html).toContain('<a href="#message">Say what is wrong.</a>');
		expect(html).toMatch(/<textarea[^>]* aria-describedby="message-problem"[^>]* aria-invalid="true"/);
		const long = await report(reader, { source: `https://a.example/${'x'.repeat(1000)}` });
		expect(await long.text()).toContain('Shorten the address to at most 1000 characters.');
		expect((await report(reader, { token: 'made up' })).status).toBe(422);
		expect((await report(reader, { website: 'https://spam.example/' })).status).toBe(200);
		expect((await reader.get('/wrong-fact/?program=none')).status).toBe(404);
		expect((await reader.get('/wrong-fact/?program=..%2Forganizations%2Fx')).status).toBe(404);
		expect(await reports()).toHaveLength(before);
	});

	test('can be about a review, whose page and program link to the form', async () => {
		const reader = new FormClient(server.port);
		const address = `/wrong-fact/?review=${review.id}`;
		for (const linking of [`/reviews/${review.id}/`, `/programs/${review.program}/`]) {
			expect(await text(reader, linking)).toContain(`href="${address}" rel="nofollow"`);
		}
		const html = await text(reader, address);
		expect(html).toContain('Report a review');
		expect(html).toContain(`href="/reviews/${review.id}/"`);
		// Only the address says what the report is about.
		const message = '<b>I</b> did not write this.';
		const sent = await report(reader, { message, review: 'rev_other', program: foreign, target: foreign }, address);
		expect(await sent.text()).toContain('Thank you.');
		expect((await reports()).find(({ fields }) => 'review' in fields)).toMatchObject({
			account_id: null,
			target: review.program,
			author: 'A reader',
			fields: { review: review.id, message },
		});
	});

	test('cannot be about a review that is not published', async () => {
		const reader = new FormClient(server.port);
		const before = (await reports()).length;
		for (const id of ['rev_none', 'none', '..%2Fprograms%2Fx', `rev_${'x'.repeat(5000)}`, '%00', '']) {
			const address = `/wrong-fact/?review=${id}`;
			expect((await reader.get(address)).status, id).toBe(404);
			expect((await reader.post(address, { message: 'Spam', source: '', website: '', token: '' })).status, id).toBe(
				404,
			);
		}
		expect(await reports()).toHaveLength(before);
	});

	test('shares the limit of an address between programs and reviews', async () => {
		const reader = new FormClient(server.port);
		// A report that is refused for another reason does not count.
		for (let i = 0; i < 6; i++) await report(reader, { token: 'made up' });
		const statuses: number[] = [];
		for (let i = 0; i < 6; i++) {
			const address = i % 2 === 0 ? page() : `/wrong-fact/?review=${review.id}`;
			statuses.push((await report(reader, { message: `Flood ${i}` }, address)).status);
		}
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
		expect((await reports()).filter(({ fields }) => String(fields.message).startsWith('Flood'))).toHaveLength(5);
	});

	test('is done once for a form that is sent twice', async () => {
		const reader = new FormClient(server.port);
		const { token } = inputsOf(await text(reader, page()));
		const fields = { message: 'Twice', source: '', website: '', token: token! };
		const statuses = [await reader.post(page(), fields), await reader.post(page(), fields)].map(({ status }) => status);
		expect(statuses).toEqual([200, 422]);
		expect((await reports()).filter(({ fields }) => fields.message === 'Twice')).toHaveLength(1);
	});
});
