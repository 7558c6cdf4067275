/** A receiver of webhooks on this machine, with https and a certificate that only the tested servers trust. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait for an event, in milliseconds. */
const PATIENCE = 60_000;

interface ReceivedEvent {
	readonly host: string;
	readonly id: string;
	readonly type: string;
	// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect to be there.
	readonly data: any;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
}

export interface HookReceiver {
	/** The address of a receiver for servers with `env`: `https://hooks.test/`. */
	at(host: string): string;
	/** The address of a receiver for other processes: `https://hooks.test:PORT/`. */
	withPort(host: string): string;
	readonly received: readonly ReceivedEvent[];
	/** Answers the requests for a host. The default is 204. */
	readonly answers: { [host: string]: (response: ServerResponse, request: IncomingMessage) => void };
	/**
	 * Waits until an event has arrived for which `isWanted` is true.
	 *
	 * @throws Error when none has arrived after a minute. It lists those that have
	 */
	arrived(isWanted: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
	/** The environment for servers that may send events here. */
	readonly env: { readonly [name: string]: string };
	close(): Promise<void>;
}

export async function startHookReceiver(): Promise<HookReceiver> {
	const folder = mkdtempSync(join(tmpdir(), 'hooks-'));
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const names = ['hooks', 'other', 'slow', 'broken'].map((name) => `DNS:${name}.test`).join(',');
	execFileSync('openssl', [
		...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
		...['-subj', '/CN=hooks.test', '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert],
	]);
	const received: ReceivedEvent[] = [];
	const answers: HookReceiver['answers'] = {};
	const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, async (request, response) => {
		const host = request.headers.host!.split(':')[0]!;
		const answer = answers[host] ?? ((plain) => plain.writeHead(204).end());
		if (request.method !== 'POST') {
			answer(response, request);
			return;
		}
		const body = await text(request);
		const { type, data } = JSON.parse(body);
		received.push({ host, id: request.headers['webhook-id'] as string, type, data, headers: request.headers, body });
		answer(response, request);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		at: (host) => `https://${host}/`,
		withPort: (host) => `https://${host}:${port}/`,
		received,
		answers,
		async arrived(isWanted) {
			const end = performance.now() + PATIENCE;
			while (performance.now() < end) {
				const event = received.find(isWanted);
				if (event !== undefined) return event;
				await sleep(50);
			}
			throw new Error(`Not received: ${isWanted}. Received: ${received.map(({ host, type }) => `${host} ${type}`)}`);
		},
		env: {
			NODE_OPTIONS: `--import=${new URL('loopback-web-preload.ts', import.meta.url)}`,
			NODE_EXTRA_CA_CERTS: cert,
			TEST_WEB_PORT: String(port),
			AUTH_SECRET: 'a secret of at least 32 characters',
		},
		async close() {
			server.closeAllConnections();
			server.close();
			rmSync(folder, { recursive: true });
		},
	};
}

/** Whether an event is signed with a secret. */
export function isSignedWith({ headers, body }: ReceivedEvent, secret: string): boolean {
	const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
	const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
	const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
	return (headers['webhook-signature'] as string).split(' ').includes(signature);
}
