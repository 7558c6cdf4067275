import { all, Store } from './database.ts';

/** The queries for an account export, without `SELECT`. Secrets are left out, even if they are hashed or encrypted. */
const TABLES = {
	account: 'id, email, email_verified, name, plan, two_factor, created_at, updated_at FROM accounts WHERE id = @id',
	sessions:
		'id, created_at, updated_at, expires_at, user_agent FROM sessions WHERE account_id = @id ORDER BY created_at, id',
	credentials:
		'provider, provider_account, created_at, updated_at FROM credentials WHERE account_id = @id ORDER BY provider, provider_account',
	keys: 'id, name, prefix, scopes, created_at, expires_at, revoked_at, last_used_at FROM keys WHERE account_id = @id ORDER BY created_at, rowid',
	usage:
		'key_id, day, endpoint, status, requests FROM key_usage JOIN keys ON keys.id = key_id WHERE account_id = @id ORDER BY day, key_id, endpoint, status',
	requests:
		'key_id, at, method, path, status, address FROM key_requests r JOIN keys k ON k.id = key_id WHERE account_id = @id ORDER BY at, r.id',
	claims:
		'organization, token, status, method, problem, failed_checks, checked_at, created_at, verified_at, ended_at FROM claims WHERE account_id = @id ORDER BY created_at, id',
	proposals:
		'id, kind, target, fields, status, reason, created_at, updated_at, settled_at FROM proposals WHERE account_id = @id ORDER BY created_at, rowid',
	mails:
		"kind, target AS address, created_at, attempts FROM jobs WHERE account_id = @id AND kind <> 'webhook' ORDER BY created_at, id",
	webhooks:
		'id, url, events, off, off_since, previous_until, created_at, updated_at FROM webhooks WHERE account_id = @id ORDER BY created_at, id',
	deliveries:
		'd.id, webhook_id, message_id AS event_id, event, body, status, attempts, response_status, error, d.created_at, tried_at FROM webhook_deliveries d JOIN webhook_messages m ON m.id = message_id WHERE account_id = @id ORDER BY d.created_at, d.id',
	saved:
		'slug, name, day, status, note, changed_at, removed_at FROM saved_programs WHERE account_id = @id ORDER BY day DESC, place DESC, slug',
	saved_feed: 'feed_at AS created_at FROM saved_feeds WHERE account_id = @id',
	author: 'username, name, created_at FROM authors WHERE account_id = @id',
	events: 'kind, detail, address, at FROM events WHERE account_id = @id ORDER BY id',
} as const;

/** Columns with values that the database stores as text or, in SQLite, as numbers. */
const JSON_COLUMNS: readonly string[] = ['scopes', 'fields', 'events', 'programs'];
const YES_OR_NO: readonly string[] = ['email_verified', 'two_factor'];

export type AccountExport = { readonly [table in keyof typeof TABLES]: readonly object[] };

export class ExportStore extends Store {
	async ofAccount(id: string): Promise<AccountExport> {
		return this.db.snapshot(function* () {
			const tables: [string, object[]][] = [];
			for (const [table, query] of Object.entries(TABLES)) {
				tables.push([table, (yield* all<object>(`SELECT ${query}`, { id })).map(plainRow)]);
			}
			return Object.fromEntries(tables) as unknown as AccountExport;
		});
	}
}

/** Replaces stored values by what they mean: JSON by its value, and 0 and 1 by false and true. */
function plainRow(row: object): object {
	return Object.fromEntries(
		Object.entries(row).map(([column, value]) => {
			if (YES_OR_NO.includes(column)) return [column, Boolean(value)];
			return [column, JSON_COLUMNS.includes(column) && value !== null ? JSON.parse(value) : value];
		}),
	);
}
