/** The parts of a running server: the release, the state, the API and the log. */

import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import type { AccountSettings, Accounts } from '../accounts/accounts.ts';
import type { ApiContext } from '../api/context.ts';
import { ApiError } from '../api/error.ts';
import { type ApiHandler, createApi } from '../api/handler.ts';
import { addressReader, type ReadAddress } from '../api/limits/address.ts';
import { apiLimits } from '../api/limits/api-limits.ts';
import { createMcp, type McpHandler } from '../api/mcp/handler.ts';
import { DEFAULT_RATE_LIMITS, type RateLimits, type TrustProxy } from '../config/defaults.ts';
import { openExportedFiles } from '../release/exported-files.ts';
import { historyFile } from '../release/history/history-file.ts';
import { HistoryReader } from '../release/history/history-reader.ts';
import { exportsFolder } from '../release/layout.ts';
import type { Release } from '../release/release.ts';
import { INTERNET, type Network } from '../shared/web/network.ts';
import { keyVerifier } from '../state/keys/verify.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/state.ts';
import { secretBox } from '../state/webhooks/sealed-secret.ts';
import { type CurrentRelease, followCurrentRelease } from './current-release.ts';
import { type Log, type LogOptions, openLog } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { followRenames, releaseEvents } from './release-events.ts';
import { startUpkeep } from './upkeep.ts';
import { keepUsage } from './usage.ts';
import { keepVisits, type Visits } from './visits/visits.ts';
import { openWebhooks } from './webhooks/webhooks.ts';

export interface ServiceOptions {
	readonly out: string;
	readonly state: string;
	/**
	 * The URL of the PostgreSQL database for the state. The default is the environment variable `DATABASE_URL`. If
	 * neither is set, the state is in SQLite.
	 */
	readonly databaseUrl?: string;
	readonly siteUrl: string;
	/** The site's name in emails, authenticator apps and agents. The default is the host name. */
	readonly siteName?: string;
	readonly keyPrefix: string;
	/** Whether to count views of programs, and clicks on their links. */
	readonly countVisits?: boolean;
	readonly log: LogOptions;
	readonly rateLimits?: RateLimits | undefined;
	/**
	 * The proxies whose `X-Forwarded-For` header is trusted. If this is 0, no proxy is trusted. If it is undefined, no
	 * proxy is trusted either, and the first `X-Forwarded-For` header causes a warning.
	 */
	readonly trustProxy?: TrustProxy | undefined;
	readonly accounts?: AccountSettings;
	/** The version of this application. If this is set, releases of other versions cause a warning. */
	readonly application?: string;
	/** The version of the site's configuration. If this is set, releases with other configurations cause a warning. */
	readonly configuration?: string;
	readonly metrics?: Metrics | undefined;
	readonly opened?: (release: Release) => void;
	/** The addresses that events of webhooks may be sent to. The default is the public internet. */
	readonly network?: Network;
}

export interface Service {
	readonly api: ApiHandler;
	readonly mcp: McpHandler;
	readonly log: Log;
	readonly releases: CurrentRelease;
	readonly history: HistoryReader;
	/** Returns the account actions. They are loaded when this is first called. */
	accounts(): Promise<Accounts>;
	readonly clientAddress: ReadAddress;
	readonly state: State;
	readonly visits: Visits | undefined;
	/** The emails to send. Undefined if the site cannot send mail, or the accounts are not open yet. */
	mail(): Accounts['mail'];
	/** Counts the events that wait for webhooks. Undefined if there are no webhooks. */
	waitingEvents(): Promise<{ readonly waiting: number; readonly failed: number }> | undefined;
	/** Looks up a key that does not exist, as requests look up theirs. Rejects if keys cannot be looked up now. */
	findKey(): Promise<unknown>;
	/** Writes pending data and closes everything. */
	close(): Promise<void>;
}

/**
 * Opens the release and the state.
 *
 * @throws UserError when there is no release, the release is damaged, or the state cannot be used
 */
export async function openService(options: ServiceOptions): Promise<Service> {
	const log = openLog(options.log);
	const state = await openState(options.state, options.databaseUrl);
	const { siteName = new URL(options.siteUrl).host } = options;
	let accounts: Promise<Accounts> | undefined;
	let openedAccounts: Accounts | undefined;
	const accountActions = () => {
		accounts ??= openAccountActions({ ...options, siteName }, state, log).then(
			(opened) => (openedAccounts = opened),
			(error) => {
				// The next request tries again.
				accounts = undefined;
				throw error;
			},
		);
		return accounts;
	};
	const history = new HistoryReader(historyFile(options.out));
	const authSecret = options.accounts?.secret;
	const webhooks =
		authSecret === undefined
			? undefined
			: openWebhooks({
					state,
					history,
					authSecret,
					network: options.network ?? INTERNET,
					siteUrl: options.siteUrl,
					log,
				});
	const opened = (release: Release) => {
		options.opened?.(release);
		webhooks?.announce(release);
		const undecided = (from: string, to: string) =>
			log.warn({ from, to }, 'two organizations with claims were merged; decide with npm run claims who speaks for it');
		followRenames(state, release, undecided).catch((error) =>
			log.error({ err: error }, 'could not move what belongs to renamed records; the next release tries again'),
		);
	};
	const releases = await followCurrentRelease(options.out, releaseEvents({ ...options, opened }, log)).catch(
		async (error) => {
			await webhooks?.close();
			await state.close();
			throw error;
		},
	);
	const usage = keepUsage({
		keyPrefix: options.keyPrefix,
		write: (uses, requests) => state.usage.add(uses, requests),
		failed: (error, requests, isLast) =>
			log.error(
				{ err: error, requests },
				`could not save the usage of API keys${isLast ? '; the record of these requests is lost' : '; will try again in a minute'}`,
			),
	});
	const visits = options.countVisits ? openVisits(state, releases, log) : undefined;
	const stopUpkeep = startUpkeep(state, log, async (due, signal) =>
		(await accountActions()).proveAgain(due, releases.get(), signal),
	);
	const isReadOnly = !canWrite(options.out);
	if (isReadOnly) log.warn({ out: options.out }, READ_ONLY);
	const exported = openExportedFiles(exportsFolder(options.out), (error) => {
		if (!isReadOnly)
			log.warn({ err: error }, 'could not make a file for exports; will try again in a minute at the earliest');
	});
	const context: ApiContext = {
		release: releases.get,
		bySnapshot: releases.bySnapshot,
		changes: (...args) => fromHistory(() => history.since(...args)),
		historyBegins: () => fromHistory(() => history.begins()),
		verify: keyVerifier(state.keyReader, options.keyPrefix),
		record: usage.record,
		refused: options.metrics?.keyRefused,
		exportedFile: (name, make) => exported(releases.get(), name, make),
		limits: apiLimits(options.rateLimits ?? DEFAULT_RATE_LIMITS),
		stores: state,
		webhookSecrets: authSecret === undefined ? undefined : secretBox(authSecret),
		siteUrl: options.siteUrl,
		nextRequestId: randomUUID,
		reportError: (error, requestId) => log.error({ request_id: requestId, err: error }, 'a request failed'),
	};
	return {
		api: createApi(context),
		mcp: createMcp({ ...context, siteName }),
		log,
		releases,
		history,
		accounts: accountActions,
		clientAddress: addressReader(options.trustProxy ?? 0),
		state,
		visits,
		mail: () => openedAccounts?.mail,
		waitingEvents: () => (webhooks === undefined ? undefined : state.deliveries.waiting()),
		findKey: async () => state.keyReader.find('', () => true),
		async close() {
			await stopUpkeep();
			await Promise.all([webhooks?.close(), usage.close(), visits?.close()]);
			// If the accounts could not be opened, the error has already been logged.
			await (await accounts?.catch(() => undefined))?.close();
			releases.close();
			history.close();
			await state.close();
			await log.finish();
		},
	};
}

/** Reads the history. If that fails, throws an error that becomes a 503 response. */
function fromHistory<T>(read: () => T): T {
	try {
		return read();
	} catch (cause) {
		throw new ApiError('UNAVAILABLE', 'The history of changes cannot be read at the moment. Try again in a minute.', {
			cause,
		});
	}
}

function openVisits(state: State, releases: CurrentRelease, log: Log): Visits {
	return keepVisits({
		visitors: state.visitors,
		mayForget: async () => (await state.clock.now()) !== undefined,
		write: (counts) => state.visits.add(counts),
		exists: (slug) => releases.get().resource(`/programs/${slug}`) !== undefined,
		failed: (error, isLast) =>
			log.error(
				{ err: error },
				`could not save the views of programs${isLast ? '; those since the last write are lost' : '; will try again in half a minute'}`,
			),
		full: () => log.warn('there are more views today than are remembered, so no more are counted until midnight UTC'),
	});
}

async function openAccountActions(
	{ accounts, siteUrl, siteName, keyPrefix }: ServiceOptions & { readonly siteName: string },
	state: State,
	log: Log,
): Promise<Accounts> {
	const { openAccounts } = await import('../accounts/accounts.ts');
	return openAccounts({
		...accounts,
		state,
		siteUrl,
		keyPrefix,
		siteName,
		report: (error, message) => log.error({ err: error }, message),
		inform: (message) => log.info(message),
	});
}

function canWrite(folder: string): boolean {
	try {
		accessSync(folder, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

const READ_ONLY =
	'the server cannot write to the folder of releases. It therefore cannot make files for exports. To change this, let the user that runs the server write to the folder';
