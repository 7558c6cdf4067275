/** Puts the server together: the release, the state, the API, the log. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createApi } from '../api/handler.ts';
import { verifyKey } from '../keys/verify.ts';
import { openState } from '../state/state.ts';
import { UserError } from '../user-error.ts';
import { followCurrentRelease } from './current-release.ts';
import { createDirectoryServer } from './directory-server.ts';
import { keepLastUsed } from './last-used.ts';
import { openLog } from './log.ts';

export interface ServeOptions {
	readonly out: string;
	readonly state: string;
	readonly host: string;
	/** 0 for any. */
	readonly port: number;
	/** The public address, an origin. */
	readonly siteUrl: string;
	readonly keyPrefix: string;
	readonly logLevel: string;
}

export interface RunningServer {
	/** Where it listens. */
	readonly address: string;
	/** Finishes what is running and closes everything. */
	close(): Promise<void>;
}

/**
 * Serves the current release.
 *
 * @throws UserError when there is no release, the state cannot be written, or the port cannot be had
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
	const log = openLog(options.logLevel);
	const state = openState(options.state);
	const release = await followCurrentRelease(options.out, {
		changed: ({ manifest: { id, snapshot } }) => log.info({ release: id, snapshot }, 'another release is served'),
		failed: (id, error) =>
			log.error({ release: id, err: error }, 'a release could not be opened; the last one goes on'),
	});
	const lastUsed = keepLastUsed((uses) => state.keys.touch(uses));
	const api = createApi({
		directory: release.get,
		verify(key) {
			const verdict = verifyKey(key, state.keys, options.keyPrefix, new Date());
			if (verdict.ok) lastUsed.note(verdict.id);
			return verdict;
		},
		siteUrl: options.siteUrl,
		nextRequestId: requestIds(),
		reportFault: (error, requestId) => log.error({ request_id: requestId, err: error }, 'a request failed'),
	});
	const server = createDirectoryServer({ api, release: release.get, log, keyPrefix: options.keyPrefix });
	await listen(server.http, options.host, options.port);
	return {
		address: addressOf(server.http.address() as AddressInfo),
		async close() {
			await server.drain();
			lastUsed.close();
			release.close();
			state.close();
			log.flushNow();
		},
	};
}

/** Ids that no other process makes: a random start, then a count. */
function requestIds(): () => string {
	const start = randomBytes(6).toString('hex');
	let count = 0;
	return () => `${start}-${(++count).toString(36)}`;
}

function listen(server: import('node:http').Server, host: string, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => reject(explainListening(error, host, port)));
		server.listen(port, host, resolve);
	});
}

function explainListening(error: NodeJS.ErrnoException, host: string, port: number): unknown {
	const reason = {
		EADDRINUSE: `port ${port} is in use. Stop what uses it, or name another with --port or PORT`,
		EACCES: `port ${port} needs more rights. Name one above 1023 with --port or PORT`,
		EADDRNOTAVAIL: `${host} is no address of this machine. Name one with --host or HOST`,
		ENOTFOUND: `there is no host ${host}. Name an address with --host or HOST`,
	}[error.code ?? ''];
	return reason === undefined ? error : new UserError(`The server cannot listen: ${reason}.`, { cause: error });
}

function addressOf({ address, port, family }: AddressInfo): string {
	const host = family === 'IPv6' ? `[${address}]` : address;
	return `http://${host.replace(/^(?:0\.0\.0\.0|\[::\])$/, 'localhost')}:${port}`;
}
