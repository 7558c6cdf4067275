/** What a server answers from, open: the release, the state, the API over both, the log. */
import { randomBytes } from 'node:crypto';
import { ApiError } from '../api/error.ts';
import { type ApiHandler, createApi } from '../api/handler.ts';
import { verifyKey } from '../keys/verify.ts';
import { openState } from '../state/state.ts';
import { type CurrentRelease, followCurrentRelease } from './current-release.ts';
import { keepLastUsed } from './last-used.ts';
import { type Log, openLog } from './log.ts';

export interface ServiceOptions {
	/** The folder that holds releases. */
	readonly out: string;
	/** The folder that holds the state. */
	readonly state: string;
	/** The public address, an origin. */
	readonly siteUrl: string;
	/** What every key starts with. */
	readonly keyPrefix: string;
	readonly logLevel: string;
	/** Memory for the bodies of lists, for a server that takes it back. */
	readonly allocate?: (length: number) => Buffer;
	/** The version of this application, where its sources are at hand: a release that another one built is warned of. */
	readonly application?: string;
}

export interface Service {
	readonly api: ApiHandler;
	readonly log: Log;
	/** A new request id. */
	nextRequestId(): string;
	readonly releases: CurrentRelease;
	/** Writes what is still to be written, and closes. */
	close(): void;
}

/** @throws UserError when there is no release, or the state cannot be written */
export async function openService(options: ServiceOptions): Promise<Service> {
	const log = openLog(options.logLevel);
	const state = openState(options.state);
	const releases = await followCurrentRelease(options.out, {
		opened({ manifest: { id, snapshot, application: builder } }) {
			log.info({ release: id, snapshot }, 'serving a release');
			if (builder !== (options.application ?? builder)) {
				log.warn(
					{ release: id },
					'another version of the application built this release: start that one, or build again',
				);
			}
		},
		failed: (id, error) =>
			log.error({ release: id, err: error }, 'a release could not be opened; the last one goes on'),
	}).catch((error) => {
		state.close();
		throw error;
	});
	const lastUsed = keepLastUsed(
		(uses) => state.keys.touch(uses),
		(error) => log.error({ err: error }, 'when keys were last used could not be written; it is tried again'),
	);
	const nextRequestId = requestIds();
	const api = createApi({
		directory: releases.get,
		verify(key) {
			const verdict = whileAvailable(() => verifyKey(key, state.keyReader, options.keyPrefix, currentDate));
			if (verdict.ok) lastUsed.note(verdict.id);
			return verdict;
		},
		siteUrl: options.siteUrl,
		allocate: options.allocate ?? Buffer.allocUnsafe,
		nextRequestId,
		reportFault: (error, requestId) => log.error({ request_id: requestId, err: error }, 'a request failed'),
	});
	return {
		api,
		log,
		nextRequestId,
		releases,
		close() {
			lastUsed.close();
			releases.close();
			state.close();
			log.flushNow();
		},
	};
}

const currentDate = () => new Date();

/** Turns a fault of the state database into the answer that says so. */
function whileAvailable<T>(work: () => T): T {
	try {
		return work();
	} catch (cause) {
		throw new ApiError('UNAVAILABLE', 'Keys cannot be checked at the moment. Try again in a minute.', { cause });
	}
}

/** Ids that no other process makes: a random start, then a count. */
function requestIds(): () => string {
	const start = randomBytes(6).toString('hex');
	let count = 0;
	return () => `${start}-${(++count).toString(36)}`;
}
