import type { RecordedUse } from '../api/context.ts';
import { usageName } from '../api/endpoint.ts';
import { shortAddress } from '../api/limits/address.ts';
import { excerpt } from '../shared/text.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import { type KeyRequest, type KeyUse, MOST_REQUESTS } from '../state/usage-store.ts';
import { loggedPath } from './log.ts';
import { openSaver } from './saver.ts';

/** How long to wait after a failed write, in milliseconds. */
const PAUSE = 60_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The maximum number of requests in a write. It blocks this process, so it must be short. Further ones are only counted. */
const MOST_WRITTEN = 2000;
const LONGEST_PATH = 200;

export interface Usage {
	record(use: RecordedUse): void;
	/** Saves everything and stops. If saving fails, the unsaved usage is lost. */
	close(): Promise<void>;
}

export interface UsageOptions {
	/** The prefix of every key. It is used to find and replace keys in paths. */
	readonly keyPrefix: string;
	write(uses: readonly KeyUse[], requests: readonly KeyRequest[]): Promise<void>;
	/**
	 * Called when a write fails. `requests` is the number of requests in that write. If `isLast` is false, the next write
	 * tries to save them again.
	 */
	failed(error: unknown, requests: number, isLast: boolean): void;
}

/** The number of requests with the same key, day, endpoint and status. Times are in milliseconds since 1970. */
interface Count {
	readonly day: number;
	readonly endpoint: string;
	readonly status: number;
	requests: number;
	/** The time of the last request for which the key was valid, or 0 if there was none. */
	usedAt: number;
}

interface HeldRequest {
	readonly at: number;
	readonly method: string;
	readonly target: string;
	readonly status: number;
	readonly address: string;
}

interface Unsaved {
	readonly counts: Count[];
	/** The last requests, and perhaps some earlier ones. */
	latest: HeldRequest[];
}

/**
 * Records the use of keys: the number of requests by UTC day, endpoint and status, the minute of the last use, and the
 * last requests. All this is collected in memory and saved once per second, in one write for all keys. Each process
 * writes its own numbers, and the database adds them up.
 */
export function keepUsage({ keyPrefix, write, failed }: UsageOptions): Usage {
	let unsaved = new Map<string, Unsaved>();
	/** The number of requests in the write that failed last. */
	let lost = 0;
	const saver = openSaver({
		pause: PAUSE,
		hasUnsaved: () => unsaved.size > 0,
		async save() {
			const batch = unsaved;
			unsaved = new Map();
			await write(...rowsOf(batch, keyPrefix)).catch((error) => {
				putBack(batch);
				lost = [...batch.values()].flatMap(({ counts }) => counts).reduce((sum, { requests }) => sum + requests, 0);
				throw error;
			});
		},
		failed: (error, isLast) => failed(error, lost, isLast),
	});

	function unsavedOf(keyId: string): Unsaved {
		let use = unsaved.get(keyId);
		if (use === undefined) {
			use = { counts: [], latest: [] };
			unsaved.set(keyId, use);
		}
		return use;
	}

	function putBack(batch: ReadonlyMap<string, Unsaved>): void {
		for (const [keyId, { counts, latest }] of batch) {
			const use = unsavedOf(keyId);
			for (const count of counts) addCount(use.counts, count);
			use.latest = [...latest, ...use.latest].slice(-MOST_REQUESTS);
		}
	}

	return {
		record({ keyId, isValid, request, endpoint, status }) {
			const at = Date.now();
			const use = unsavedOf(keyId);
			const day = at - (at % DAY);
			addCount(use.counts, {
				day,
				endpoint: endpoint === undefined ? '' : usageName(endpoint),
				status,
				requests: 1,
				usedAt: isValid ? at : 0,
			});
			use.latest.push({ at, method: request.method, target: request.target, status, address: request.address() });
			// Dropping requests one at a time would take longer.
			if (use.latest.length >= 2 * MOST_REQUESTS) use.latest = use.latest.slice(-MOST_REQUESTS);
			saver.later();
		},
		close: saver.close,
	};
}

function addCount(counts: Count[], { day, endpoint, status, requests, usedAt }: Count): void {
	for (const count of counts) {
		if (count.status === status && count.endpoint === endpoint && count.day === day) {
			count.requests += requests;
			count.usedAt = Math.max(count.usedAt, usedAt);
			return;
		}
	}
	counts.push({ day, endpoint, status, requests, usedAt });
}

function rowsOf(batch: ReadonlyMap<string, Unsaved>, keyPrefix: string): [KeyUse[], KeyRequest[]] {
	const use = (id: string, { day, endpoint, status, requests, usedAt }: Count): KeyUse => ({
		id,
		day: toTimestamp(new Date(day)).slice(0, 10),
		endpoint,
		status,
		requests,
		lastUsed: usedAt === 0 ? null : toTimestamp(new Date(usedAt - (usedAt % MINUTE))),
	});
	const request = (key_id: string, { at, method, target, status, address }: HeldRequest): KeyRequest => ({
		key_id,
		at: new Date(at).toISOString(),
		method,
		path: excerpt(loggedPath(target, keyPrefix), LONGEST_PATH),
		status,
		address: shortAddress(address),
	});
	const keys = [...batch];
	return [
		keys.flatMap(([id, { counts }]) => counts.map((count) => use(id, count))),
		keys
			.flatMap(([id, { latest }]) => latest.slice(-MOST_REQUESTS).map((held) => request(id, held)))
			.slice(-MOST_WRITTEN),
	];
}
