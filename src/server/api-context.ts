/** Connects the API to the parts of a running server. */

import { randomUUID } from 'node:crypto';
import type { ApiContext } from '../api/context.ts';
import { ApiError } from '../api/error.ts';
import { apiLimits } from '../api/limits/api-limits.ts';
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../config/defaults.ts';
import type { ExportedFiles } from '../release/exported-files.ts';
import type { HistoryReader } from '../release/history/history-reader.ts';
import { keyVerifier } from '../state/keys/verify.ts';
import type { State } from '../state/state.ts';
import { secretBox } from '../state/webhooks/sealed-secret.ts';
import type { CurrentRelease } from './current-release.ts';
import type { Log } from './log.ts';
import type { Usage } from './usage.ts';

interface Parts {
	readonly log: Log;
	readonly state: State;
	readonly releases: CurrentRelease;
	readonly history: HistoryReader;
	readonly usage: Usage;
	readonly exported: ExportedFiles;
	readonly refused: ((code: string) => void) | undefined;
}

interface Options {
	readonly keyPrefix: string;
	readonly rateLimits?: RateLimits | undefined;
	readonly siteUrl: string;
	readonly accounts?: { readonly secret?: string | undefined };
}

/** Makes the functions through which the API reads and writes. */
export function apiContext(
	{ keyPrefix, rateLimits = DEFAULT_RATE_LIMITS, siteUrl, accounts }: Options,
	parts: Parts,
): ApiContext {
	const { log, state, releases, history, usage, exported } = parts;
	return {
		release: releases.get,
		bySnapshot: releases.bySnapshot,
		changes: (...args) => fromHistory(() => history.since(...args)),
		historyBegins: () => fromHistory(() => history.begins()),
		verify: keyVerifier(state.keyReader, keyPrefix),
		record: usage.record,
		refused: parts.refused,
		exportedFile: (name, make) => exported.get(releases.get(), name, make),
		limits: apiLimits(rateLimits),
		stores: state,
		webhookSecrets: accounts?.secret === undefined ? undefined : secretBox(accounts.secret),
		siteUrl,
		nextRequestId: randomUUID,
		reportError: (error, requestId) => log.error({ request_id: requestId, err: error }, 'a request failed'),
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
