/** What a server answers from, open: the release, the state, the API over both, the log. */
import { randomBytes } from 'node:crypto';
import type { AccountSettings, Accounts } from '../accounts/accounts.ts';
import { ApiError } from '../api/error.ts';
import { type ApiHandler, createApi } from '../api/handler.ts';
import { verifyKey } from '../keys/verify.ts';
import { addressReader, type ReadAddress, type TrustProxy } from '../limits/address.ts';
import { apiLimits, DEFAULT_RATE_LIMITS, type RateLimits } from '../limits/api-limits.ts';
import { openState, type State } from '../state/state.ts';
import { type CurrentRelease, followCurrentRelease } from './current-release.ts';
import { type Log, openLog } from './log.ts';
import { keepUsage } from './usage.ts';

export interface ServiceOptions {
	/** The folder that holds releases. */
	readonly out: string;
	/** The folder that holds the state. */
	readonly state: string;
	/** The public address, an origin. */
	readonly siteUrl: string;
	/** What the site is called, in mails and in an app for codes; its host without it. */
	readonly siteName?: string;
	/** What every key starts with. */
	readonly keyPrefix: string;
	readonly logLevel: string;
	readonly rateLimits?: RateLimits;
	/** Whose word on a client's address counts; nobody's without it. */
	readonly trustProxy?: TrustProxy;
	readonly accounts?: AccountSettings;
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
	/** What the dashboard does; opened when it is first asked for. */
	accounts(): Promise<Accounts>;
	/** The address of a client. */
	readonly clientAddress: ReadAddress;
	/** Writes what is still to be written, and closes. */
	close(): Promise<void>;
}

/** How often the state is cleared of what is past its time, in milliseconds. */
const HOUSEKEEPING = 6 * 60 * 60 * 1000;

/** @throws UserError when there is no release, or the state cannot be written */
export async function openService(options: ServiceOptions): Promise<Service> {
	const log = openLog(options.logLevel);
	const state = openState(options.state);
	const releases = await followCurrentRelease(options.out, {
		opened({ manifest: { id, snapshot, application: builder, site_url: builtFor = options.siteUrl } }) {
			log.info({ release: id, snapshot }, 'serving a release');
			if (builder !== (options.application ?? builder)) {
				log.warn(
					{ release: id },
					'another version of the application built this release: start that one, or build again',
				);
			}
			if (builtFor !== options.siteUrl) {
				log.warn(
					{ release: id },
					`the pages of this release were built for ${builtFor} and are served at ${options.siteUrl}: build again with SITE_URL=${options.siteUrl}, or serve with SITE_URL=${builtFor}`,
				);
			}
		},
		failed: (id, error) =>
			log.error({ release: id, err: error }, 'a release could not be opened; the last one goes on'),
	}).catch((error) => {
		state.close();
		throw error;
	});
	const usage = keepUsage(
		(uses) => state.usage.add(uses),
		(error) => log.error({ err: error }, 'the use of keys could not be written; it is tried again'),
	);
	const keepHouse = () =>
		state
			.keepHouse(new Date())
			.catch((error) => log.error({ err: error }, 'old entries of the state could not be removed'));
	keepHouse();
	const housekeeping = setInterval(keepHouse, HOUSEKEEPING);
	housekeeping.unref();
	let accounts: Promise<Accounts> | undefined;
	const nextRequestId = requestIds();
	const api = createApi({
		directory: releases.get,
		verify(key) {
			const verdict = whileAvailable(() => verifyKey(key, state.keyReader, options.keyPrefix, currentDate));
			if (verdict.ok) usage.note(verdict.id);
			return verdict;
		},
		limits: apiLimits(options.rateLimits ?? DEFAULT_RATE_LIMITS),
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
		accounts() {
			accounts ??= openAccounts(options, state, log).catch((error) => {
				// The next visit tries again.
				accounts = undefined;
				throw error;
			});
			return accounts;
		},
		clientAddress: addressReader(options.trustProxy ?? 0),
		async close() {
			clearInterval(housekeeping);
			await usage.close();
			// What could not be opened has been told.
			await (await accounts?.catch(() => undefined))?.close();
			releases.close();
			state.close();
			await log.finish();
		},
	};
}

/** What signing in needs is loaded with the first visit to the dashboard: many directories serve only pages and the API. */
async function openAccounts(options: ServiceOptions, state: State, log: Log): Promise<Accounts> {
	const { openAccounts } = await import('../accounts/accounts.ts');
	return openAccounts({
		...options.accounts,
		...{ state, stateFolder: options.state, siteUrl: options.siteUrl, keyPrefix: options.keyPrefix },
		siteName: options.siteName ?? new URL(options.siteUrl).host,
		report: (error, message) => log.error({ err: error }, message),
	});
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
