import { toTimestamp } from '../shared/to-timestamp.ts';
import { get, lockAccount, run, Store } from './database.ts';

/** A request with an `Idempotency-Key`. */
export interface RepeatableRequest {
	readonly account: string;
	/** The operation of the endpoint. */
	readonly operation: string;
	readonly key: string;
	/** A hash of the request. It differs if the key is used for another request. */
	readonly fingerprint: string;
}

export interface KeptResponse {
	readonly status: number;
	/** Names and values, alternating. */
	readonly headers: readonly string[];
	readonly body: string;
}

/**
 * What to do with a request: handle it, send the response of the same request before, or refuse it, because that one is
 * still running or the key was used for another request.
 */
export type Repetition = 'new' | 'running' | 'other request' | KeptResponse;

/** How long a response is kept, in milliseconds. */
const KEPT = 24 * 60 * 60_000;
/**
 * How long a request can be running, in milliseconds. After this, the server that handled it must have been killed, and
 * the request is handled again.
 */
const LONGEST_RUN = 60_000;
/** The maximum number of responses that are kept for an account. More than that replace the oldest. */
export const MOST_KEPT = 500;

/** The responses to requests with an `Idempotency-Key`, so that a client can repeat a request without doing it twice. */
export class IdempotencyStore extends Store {
	/** Begins to handle a request. Of several at the same time, in any number of processes, one is new. */
	async begin({ account, operation, key, fingerprint }: RepeatableRequest, now: Date): Promise<Repetition> {
		const one = { account, operation, key };
		const created = toTimestamp(now);
		const ago = (time: number) => toTimestamp(new Date(now.getTime() - time));
		return this.db.transaction(function* () {
			yield* lockAccount(account);
			const found = yield* get<Row>(`SELECT fingerprint, status, headers, body, created_at FROM ${THIS}`, one);
			if (found !== undefined && found.created_at >= ago(KEPT)) {
				if (found.fingerprint !== fingerprint) return 'other request';
				if (found.status !== null) {
					return { status: found.status, headers: JSON.parse(found.headers!), body: found.body! };
				}
				if (found.created_at > ago(LONGEST_RUN)) return 'running';
				yield* run(`UPDATE ${SET} created_at = @created ${WHERE}`, { ...one, created });
				return 'new';
			}
			if (found !== undefined) yield* run(`DELETE FROM ${THIS}`, one);
			yield* run(
				`DELETE FROM idempotency_keys WHERE (account_id, operation, key) IN (
					SELECT account_id, operation, key FROM idempotency_keys WHERE account_id = @account
					ORDER BY created_at DESC, operation, key LIMIT 1000 OFFSET ${MOST_KEPT - 1})`,
				{ account },
			);
			yield* run(
				`INSERT INTO idempotency_keys (account_id, operation, key, fingerprint, created_at)
				 SELECT id, @operation, @key, @fingerprint, @created FROM accounts WHERE id = @account`,
				{ ...one, fingerprint, created },
			);
			return 'new';
		});
	}

	/** Keeps the response to a request that has begun. */
	async keep({ account, operation, key }: RepeatableRequest, { status, headers, body }: KeptResponse): Promise<void> {
		const values = { account, operation, key, status, headers: JSON.stringify(headers), body };
		await this.db.run(`UPDATE ${SET} status = @status, headers = @headers, body = @body ${WHERE}`, values);
	}

	/** Forgets a request that has begun and failed, so that it can be sent again. */
	async forget({ account, operation, key }: RepeatableRequest): Promise<void> {
		await this.db.run(`DELETE FROM ${THIS} AND status IS NULL`, { account, operation, key });
	}
}

const WHERE = 'WHERE account_id = @account AND operation = @operation AND key = @key';
const THIS = `idempotency_keys ${WHERE}`;
const SET = 'idempotency_keys SET';

interface Row {
	readonly fingerprint: string;
	readonly status: number | null;
	readonly headers: string | null;
	readonly body: string | null;
	readonly created_at: string;
}
