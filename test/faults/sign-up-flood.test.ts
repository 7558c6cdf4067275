/** A stranger with an IPv6 /48 network signs up again and again. Passwords are hashed at full cost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { FormClient } from '../support/form-client.ts';
import { startMailServer } from '../support/mail-server.ts';
import { ownDirectory } from '../support/own-server.ts';
import { startCommand } from '../support/run-command.ts';
import { listening, type ServerProcess } from '../support/running-server.ts';

const OWNER = { email: 'owner@site.example', password: 'a rather long one' };
const SIGN_UPS = 1200;
/** The milliseconds between two sign-ups. */
const PACE = 7;

const directory = ownDirectory('site');

const signUp = (email: string) => ({ email, newPassword: OWNER.password });

// Without mail, the owner has the account at once.
let server: ServerProcess = await start({});
const signedUp = await new FormClient(server.port).post('/account/sign-up/', signUp(OWNER.email));
expect(signedUp.status).toBe(303);
await server.stop('SIGKILL');
const mail = await startMailServer();
server = await start({ SMTP_URL: mail.url, MAIL_FROM: 'directory@site.example' });
afterAll(async () => {
	await server?.stop();
	await mail.close();
});

function start(env: { readonly [name: string]: string }): Promise<ServerProcess> {
	const args = ['--out', directory.out, '--state', directory.state, '--port', '0'];
	return listening(startCommand('serve', args, { env: { TRUST_PROXY: '1', ...env } }));
}

/** A client in one of the stranger's /64 networks. */
class Stranger extends FormClient {
	override readonly address: string;

	constructor(network: number) {
		super(server.port);
		this.address = `2001:db8:1:${network.toString(16)}::1`;
	}
}

test('A flood of sign-ups delays neither a sign-in nor an export nor an image of others, and most are refused at once', async () => {
	/** The names of the requests that were answered successfully, in this order. */
	const done: string[] = [];
	const refused: Response[] = [];
	async function finish(name: string, request: Promise<Response>): Promise<void> {
		const response = await request;
		await response.arrayBuffer();
		if (response.ok || response.status === 303) done.push(name);
		else refused.push(response);
	}
	const owner = new FormClient(server.port);
	const requests: Promise<void>[] = [];
	let before = 0;
	for (let i = 0; i < SIGN_UPS; i++) {
		const stranger = new Stranger(i).post('/account/sign-up/', signUp(`stranger${i}@site.example`));
		requests.push(finish('sign-up', stranger));
		await sleep(PACE);
		if (i !== SIGN_UPS / 2) continue;
		before = done.length;
		const headers = { 'X-API-Key': directory.key };
		requests.push(
			finish('sign-in', owner.post('/account/sign-in/', OWNER)),
			finish('export', owner.send('/v1/export/programs.ndjson', { headers })),
			finish('image', owner.get('/share/site.png')),
		);
	}
	await Promise.all(requests);
	expect(done.filter((name) => name !== 'sign-up').sort()).toEqual(['export', 'image', 'sign-in']);
	// More sign-ups were waiting when the owner came. Threads for the export and the image start first.
	expect(done.indexOf('sign-in') - before).toBeLessThan(20);
	for (const name of ['export', 'image']) expect(done.length - done.indexOf(name), name).toBeGreaterThan(20);
	expect(refused.length).toBeGreaterThan(SIGN_UPS / 2);
	for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([503, '2']);
});
