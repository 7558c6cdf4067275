import { Client } from 'pg';
import type { KeyRow } from '../keys/key.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { readOnly } from './errors.ts';

/** How long to wait for a connection or a query result, in milliseconds. After that, the connection is replaced. */
const PATIENCE = 500;

interface HashedRow extends KeyRow {
	readonly hash: string;
}

const ASK = {
	name: 'keys',
	text: `SELECT hash, k.id, account_id, prefix, expires_at, revoked_at, scopes, plan FROM keys k JOIN accounts a ON a.id = account_id
		WHERE hash = ANY($1)`,
};

/** A connection for looking up keys. `ask` opens the connection if there is none or if it was lost. */
export class KeyConnection {
	readonly #settings: ConnectionSettings;
	#client: Promise<Client> | undefined;
	#isClosed = false;

	constructor(settings: ConnectionSettings) {
		this.#settings = { ...settings, connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE };
	}

	/** Looks up keys by their hashes. `sentAt` is the value of `performance.now()` just before the query was sent. */
	async ask(hashes: readonly string[]): Promise<{ readonly rows: readonly HashedRow[]; readonly sentAt: number }> {
		if (this.#isClosed) throw new Error('The connection was closed.');
		this.#client ??= this.#connect();
		const client = await this.#client;
		const sentAt = performance.now();
		const { rows } = await client.query<HashedRow>({ ...ASK, values: [hashes] });
		return { rows, sentAt };
	}

	/** Closes the connection. Later calls of `ask` throw, because nothing would close a new connection. */
	async close(): Promise<void> {
		this.#isClosed = true;
		const client = this.#client;
		this.#client = undefined;
		await client?.then((one) => one.end()).catch(() => {});
	}

	#connect(): Promise<Client> {
		const connecting = this.#open(() => {
			if (this.#client === connecting) this.#client = undefined;
		});
		return connecting;
	}

	/** @param lost called when the connection can no longer be used */
	async #open(lost: () => void): Promise<Client> {
		const client = new Client(this.#settings);
		// Queries also report the errors of their connection.
		client.on('error', lost);
		client.on('end', lost);
		try {
			await client.connect();
			// A standby can miss a revocation that the primary has already confirmed.
			const { rows } = await client.query('SELECT pg_is_in_recovery() AS standby');
			if (rows[0].standby) throw readOnly(this.#settings.name);
			return client;
		} catch (error) {
			lost();
			client.end().catch(() => {});
			throw error;
		}
	}
}
