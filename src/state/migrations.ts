import type { ReadableVersions } from '../shared/explain.ts';

/** The number of the first step. No version of the application with earlier steps was released. */
const FIRST_VERSION = 21;

/**
 * The schema of the state, as a list of steps. `forSqlite` and `forPostgres` turn a step into the SQL of each database.
 * Never change a step that has been released. Instead, add a new step, and to `test/state/versions/` a state that it made.
 * Each state keeps the number of the last step that has been run on it.
 *
 * better-auth stores users in `accounts`, and has further tables here. In PostgreSQL, it writes the times and booleans of
 * its tables as types of their own. All other times are text, so that both databases return exactly what was written.
 *
 * In the table `about`, `compatible` is the oldest version that can use the tables. Servers of that version stay in service
 * during an upgrade. A step that does more than add tables, columns with a default or indexes must set it to its own number:
 * UPDATE about SET value = 'NUMBER' WHERE name = 'compatible'.
 */
export const MIGRATIONS: readonly string[] = [
	`CREATE TABLE accounts (
		rowid IDENTITY,
		id             TEXT PRIMARY KEY,
		email          TEXT NOT NULL UNIQUE,
		plan           TEXT NOT NULL CHECK (plan IN ('free', 'claimed', 'pro')),
		created_at     TIMESTAMPTZ(3) NOT NULL,
		updated_at     TIMESTAMPTZ(3),
		name           TEXT NOT NULL DEFAULT '',
		image          TEXT,
		email_verified BOOLEAN NOT NULL DEFAULT FALSE,
		two_factor     BOOLEAN NOT NULL DEFAULT FALSE
	) STRICT;

	CREATE TABLE keys (
		rowid IDENTITY,
		id           TEXT PRIMARY KEY,
		account_id   TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		name         TEXT NOT NULL,
		hash         TEXT NOT NULL UNIQUE,  -- SHA-256 hash of the whole key, in hex
		prefix       TEXT NOT NULL,
		scopes       TEXT NOT NULL,  -- JSON array
		created_at   TEXT NOT NULL,
		expires_at   TEXT,
		revoked_at   TEXT,
		last_used_at TEXT
	) STRICT;
	CREATE INDEX keys_by_account ON keys (account_id, created_at);

	CREATE TABLE sessions (
		id         TEXT PRIMARY KEY,
		account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		token      TEXT NOT NULL UNIQUE,  -- SHA-256 hash of the token in the cookie
		expires_at TIMESTAMPTZ(3) NOT NULL,
		address    TEXT,
		user_agent TEXT,
		created_at TIMESTAMPTZ(3) NOT NULL,
		updated_at TIMESTAMPTZ(3) NOT NULL
	) STRICT;
	CREATE INDEX sessions_by_account ON sessions (account_id);

	-- How an account can sign in: with a password, or through a provider such as GitHub.
	CREATE TABLE credentials (
		id                       TEXT PRIMARY KEY,
		account_id               TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		provider                 TEXT NOT NULL,  -- 'credential' for a password
		provider_account         TEXT NOT NULL,
		password                 TEXT,  -- scrypt hash
		access_token             TEXT,
		refresh_token            TEXT,
		id_token                 TEXT,
		access_token_expires_at  TIMESTAMPTZ(3),
		refresh_token_expires_at TIMESTAMPTZ(3),
		scope                    TEXT,
		created_at               TIMESTAMPTZ(3) NOT NULL,
		updated_at               TIMESTAMPTZ(3) NOT NULL,
		UNIQUE (provider, provider_account)
	) STRICT;
	CREATE INDEX credentials_by_account ON credentials (account_id);

	-- One-time links and codes.
	CREATE TABLE verifications (
		id         TEXT PRIMARY KEY,
		identifier TEXT NOT NULL,  -- hashed
		value      TEXT NOT NULL,
		expires_at TIMESTAMPTZ(3) NOT NULL,
		created_at TIMESTAMPTZ(3) NOT NULL,
		updated_at TIMESTAMPTZ(3) NOT NULL
	) STRICT;
	CREATE INDEX verifications_by_identifier ON verifications (identifier);

	CREATE TABLE two_factors (
		id             TEXT PRIMARY KEY,
		account_id     TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		secret         TEXT NOT NULL,  -- encrypted
		recovery_codes TEXT NOT NULL,  -- JSON array of SHA-256 hashes
		verified       BOOLEAN DEFAULT TRUE,
		failures       INTEGER DEFAULT 0,
		locked_until   TIMESTAMPTZ(3)
	) STRICT;
	CREATE INDEX two_factors_by_account ON two_factors (account_id);

	CREATE TABLE sign_ups (
		token      TEXT PRIMARY KEY,  -- SHA-256 hash of the token in the link
		email      TEXT NOT NULL,
		password   TEXT NOT NULL,  -- scrypt hash
		expires_at TEXT NOT NULL,
		id         TEXT  -- so that a job can name it before its link is made
	) STRICT;
	CREATE INDEX sign_ups_by_email ON sign_ups (email);
	CREATE UNIQUE INDEX sign_ups_by_id ON sign_ups (id);

	CREATE TABLE key_usage (
		key_id   TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
		day      TEXT NOT NULL,  -- UTC
		endpoint TEXT NOT NULL DEFAULT '',  -- such as /programs/:slug; empty if there is none at the path
		status   INTEGER NOT NULL DEFAULT 0,
		requests BIGINT NOT NULL,
		PRIMARY KEY (key_id, day, endpoint, status)
	) STRICT, WITHOUT ROWID;

	-- The last hundred requests of each key.
	CREATE TABLE key_requests (
		id      INTEGER PRIMARY KEY,
		key_id  TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
		at      TEXT NOT NULL,  -- with milliseconds
		method  TEXT NOT NULL,
		path    TEXT NOT NULL,  -- without the query and without keys
		status  INTEGER NOT NULL,
		address TEXT NOT NULL  -- without its last part
	) STRICT;
	CREATE INDEX key_requests_by_key ON key_requests (key_id, at);

	CREATE TABLE events (
		id           INTEGER PRIMARY KEY,
		account_id   TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		kind         TEXT NOT NULL,
		detail       TEXT,
		address      TEXT,  -- IP address without its last part
		at           TEXT NOT NULL,
		dismissed_at TEXT,  -- when the owner dismissed the notice
		key_id       TEXT REFERENCES keys (id) ON DELETE CASCADE  -- an event about a key is removed with the key
	) STRICT;
	CREATE INDEX events_by_account ON events (account_id, id);
	CREATE INDEX events_by_key ON events (key_id);

	CREATE TABLE secrets (
		name  TEXT PRIMARY KEY,
		value TEXT NOT NULL
	) STRICT;

	-- For removing old rows. See prune.ts.
	CREATE INDEX keys_by_end ON keys (coalesce(revoked_at, expires_at), id);
	CREATE INDEX key_usage_by_day ON key_usage (day);
	CREATE INDEX key_requests_by_time ON key_requests (at);
	CREATE INDEX events_by_time ON events (at);
	CREATE INDEX sessions_by_expiry ON sessions (expires_at);
	CREATE INDEX verifications_by_expiry ON verifications (expires_at);
	CREATE INDEX sign_ups_by_expiry ON sign_ups (expires_at);

	CREATE TABLE deleted_accounts (
		id TEXT PRIMARY KEY  -- so that restoring a backup does not bring the account back
	) STRICT;

	-- Work for later, such as emails. See jobs/job-store.ts.
	CREATE TABLE jobs (
		id         TEXT PRIMARY KEY,
		kind       TEXT NOT NULL,
		account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
		target     TEXT NOT NULL,  -- such as an email address
		payload    TEXT NOT NULL CHECK (length(payload) <= 4000),  -- JSON object
		created_at TEXT NOT NULL,
		run_at     BIGINT NOT NULL,  -- milliseconds since 1970, by the clock of the database
		expires_at BIGINT NOT NULL,  -- likewise
		attempts   INTEGER NOT NULL,
		last_error TEXT,
		cause      TEXT NOT NULL DEFAULT ''  -- jobs of different causes take turns
	) STRICT;
	CREATE INDEX jobs_by_time ON jobs (run_at);
	CREATE INDEX jobs_by_expiry ON jobs (expires_at);
	CREATE INDEX jobs_by_account ON jobs (account_id);
	CREATE INDEX jobs_by_target ON jobs (target);

	-- What brands, publishers and readers propose, until an editor takes it in. See proposals/proposal.ts.
	CREATE TABLE proposals (
		rowid IDENTITY,
		id          TEXT PRIMARY KEY,
		account_id  TEXT REFERENCES accounts (id) ON DELETE CASCADE,
		author      TEXT NOT NULL,
		kind        TEXT NOT NULL CHECK (kind IN ('program', 'organization', 'review', 'report')),
		target      TEXT NOT NULL,  -- slug
		fields      TEXT NOT NULL CHECK (length(fields) <= 65536),  -- JSON object
		base        TEXT CHECK (length(base) <= 65536),  -- JSON object, the fields as the sender saw them
		status      TEXT NOT NULL CHECK (status IN ('pending', 'accepted', 'rejected', 'withdrawn')),
		version     INTEGER NOT NULL,  -- grows with each edit
		reason      TEXT,
		change_id   TEXT,
		origin      TEXT,  -- the directory that it was pulled from
		reported_at TEXT,  -- when its settlement was sent back
		created_at  TEXT NOT NULL,
		updated_at  TEXT NOT NULL,
		settled_at  TEXT,
		times       INTEGER NOT NULL DEFAULT 1,  -- how often an equal report was sent
		network     TEXT  -- of the sender, while the proposal waits
	) STRICT;
	CREATE INDEX proposals_by_account ON proposals (account_id, created_at);
	CREATE INDEX proposals_by_status ON proposals (status, kind);
	CREATE INDEX proposals_by_settling ON proposals (settled_at);

	-- Webhooks and the events on their way to them. See webhook-store.ts, delivery-store.ts and webhooks/emit.ts.
	CREATE TABLE webhooks (
		id              TEXT PRIMARY KEY,
		account_id      TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		url             TEXT NOT NULL,
		events          TEXT NOT NULL,  -- JSON array
		secret          TEXT NOT NULL,  -- encrypted with a key that is not in the database
		previous_secret TEXT,  -- likewise
		previous_until  TEXT,
		off             TEXT,  -- why it is switched off; null if it is on
		off_since       TEXT,
		failures        INTEGER NOT NULL,  -- attempts that failed since the last success
		succeeded_at    TEXT,  -- with milliseconds
		created_at      TEXT NOT NULL,
		updated_at      TEXT NOT NULL
	) STRICT;
	CREATE INDEX webhooks_by_account ON webhooks (account_id);

	-- What is sent. Several webhooks can receive the same event.
	CREATE TABLE webhook_messages (
		id         TEXT PRIMARY KEY,
		event      TEXT NOT NULL,
		body       TEXT NOT NULL CHECK (length(body) <= 20000),
		created_at TEXT NOT NULL  -- with milliseconds
	) STRICT;
	CREATE INDEX webhook_messages_by_time ON webhook_messages (created_at);

	-- While a delivery waits, the job with the same ID sends it.
	CREATE TABLE webhook_deliveries (
		id              TEXT PRIMARY KEY,
		webhook_id      TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
		account_id      TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		message_id      TEXT NOT NULL REFERENCES webhook_messages (id) ON DELETE CASCADE,
		status          TEXT NOT NULL,
		attempts        INTEGER NOT NULL,
		response_status INTEGER,
		error           TEXT,
		created_at      TEXT NOT NULL,  -- with milliseconds
		tried_at        TEXT  -- likewise
	) STRICT;
	CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_at, id);
	CREATE INDEX webhook_deliveries_by_account ON webhook_deliveries (account_id);
	CREATE INDEX webhook_deliveries_by_message ON webhook_deliveries (message_id);
	CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_at);

	-- The releases that were announced, so that each is announced once.
	CREATE TABLE webhook_releases (
		snapshot TEXT PRIMARY KEY,
		place    BIGINT NOT NULL UNIQUE  -- the latest has the highest
	) STRICT;

	-- How often the pages of programs were viewed. See view-store.ts.
	CREATE TABLE program_views (
		program TEXT NOT NULL,
		day     TEXT NOT NULL,
		site    TEXT NOT NULL,  -- the host that the visitors came from, '' if unknown, '*' for others
		origin  TEXT NOT NULL,  -- '' if this directory has counted, or the address of the one that has
		views   BIGINT NOT NULL,
		clicks  BIGINT NOT NULL,
		PRIMARY KEY (program, day, site, origin)
	) STRICT;
	CREATE INDEX program_views_by_day ON program_views (day, program);
	CREATE INDEX program_views_by_origin ON program_views (origin, day);

	-- The responses to requests with an Idempotency-Key, for a day. See idempotency-store.ts.
	CREATE TABLE idempotency_keys (
		account_id  TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		operation   TEXT NOT NULL,
		key         TEXT NOT NULL,
		fingerprint TEXT NOT NULL,  -- of the request
		status      INTEGER,  -- null while the request is running
		headers     TEXT,  -- JSON array
		body        TEXT CHECK (length(body) <= 262144),
		created_at  TEXT NOT NULL,
		PRIMARY KEY (account_id, operation, key)
	) STRICT;
	CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);

	-- Which accounts speak for which organizations. See claim-store.ts.
	CREATE TABLE claims (
		id           TEXT PRIMARY KEY,
		account_id   TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		organization TEXT NOT NULL,  -- slug
		token        TEXT NOT NULL,  -- what the organization must publish
		status       TEXT NOT NULL CHECK (status IN ('pending', 'contested', 'verified', 'withdrawn')),
		method       TEXT,  -- how it was proved
		raised       BOOLEAN NOT NULL DEFAULT FALSE,  -- whether it raised the plan of the account
		problem      TEXT,  -- why the last check failed
		checked_at   TEXT,
		created_at   TEXT NOT NULL,
		verified_at  TEXT,
		ended_at     TEXT,
		failed_checks INTEGER NOT NULL DEFAULT 0,  -- in a row, since it was proved
		UNIQUE (account_id, organization)
	) STRICT;
	CREATE INDEX claims_by_organization ON claims (organization, status);

	-- The authors of reviews that accounts write. See review-store.ts.
	CREATE TABLE authors (
		account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
		username   TEXT NOT NULL UNIQUE,
		name       TEXT NOT NULL CHECK (length(name) <= 200),
		name_key   TEXT NOT NULL UNIQUE,  -- the same for names that look alike
		created_at TEXT NOT NULL
	) STRICT;

	-- The saved programs of accounts, and the feeds of what changed in them. See saved-store.ts.
	CREATE TABLE saved_programs (
		account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		slug       TEXT NOT NULL,
		name       TEXT NOT NULL CHECK (length(name) <= 200),
		day        TEXT NOT NULL,  -- '' if unknown
		status     TEXT CHECK (status IN ('applied', 'joined', 'rejected')),
		note       TEXT NOT NULL CHECK (length(note) <= 2000),
		place      INTEGER NOT NULL,  -- within its day, the latest has the highest
		changed_at TEXT NOT NULL,
		removed_at TEXT,  -- not null if it was removed; then only the slug is kept
		PRIMARY KEY (account_id, slug)
	) STRICT;
	CREATE INDEX saved_programs_removed ON saved_programs (removed_at) WHERE removed_at IS NOT NULL;
	CREATE TABLE saved_lists (
		account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
		version    TEXT NOT NULL,  -- changes with each change to the list
		feed_hash  TEXT UNIQUE,  -- of the key in the address of the feed
		feed_at    TEXT
	) STRICT;

	-- What the state says about itself. See about-store.ts.
	CREATE TABLE about (
		name  TEXT PRIMARY KEY,
		value TEXT NOT NULL
	) STRICT;
	INSERT INTO about VALUES ('compatible', '21');

	-- Since when the clock has been watched. See trusted-clock.ts.
	CREATE TABLE clock (
		id    INTEGER PRIMARY KEY CHECK (id = 1),
		since BIGINT NOT NULL,  -- milliseconds since 1970, as seen
		seen  BIGINT NOT NULL
	) STRICT;`,

	// Proposals of another directory are no longer copied, but read where they wait. Nothing that was decided about copies and
	// not sent is lost: the change is in the snapshot, and the proposal still waits there. In PostgreSQL, viewers are here.
	`DELETE FROM proposals WHERE origin IS NOT NULL;
	ALTER TABLE proposals DROP COLUMN origin;
	ALTER TABLE proposals DROP COLUMN reported_at;
	DROP TABLE IF EXISTS viewer_batches;

	CREATE TABLE own_views (
		program TEXT NOT NULL,
		day     TEXT NOT NULL,
		site    TEXT NOT NULL,  -- the host that the visitors came from, '' if unknown, '*' for others
		views   BIGINT NOT NULL,
		clicks  BIGINT NOT NULL,
		PRIMARY KEY (program, day, site)
	) STRICT;
	INSERT INTO own_views SELECT program, day, site, views, clicks FROM program_views WHERE origin = '';
	DROP TABLE program_views;
	ALTER TABLE own_views RENAME TO program_views;
	CREATE INDEX program_views_by_day ON program_views (day, program);

	-- A browser sends its whole list, so lists have no version.
	DELETE FROM saved_lists WHERE feed_hash IS NULL;
	ALTER TABLE saved_lists DROP COLUMN version;
	ALTER TABLE saved_lists RENAME TO saved_feeds;
	UPDATE about SET value = '22' WHERE name = 'compatible';`,
];

/** The number of the last step. */
export const LAST_VERSION = FIRST_VERSION + MIGRATIONS.length - 1;
/** The versions that this application updates when it opens them. */
export const VERSIONS: ReadableVersions = { first: FIRST_VERSION, last: LAST_VERSION, updater: '55a21476' };

/** Returns the steps that a state of a version lacks. @param version 0 if it is new */
export function stepsAfter(version: number): readonly string[] {
	return MIGRATIONS.slice(Math.max(0, version - FIRST_VERSION + 1));
}

/**
 * The tables that are not worth keeping: attempts to sign in, other attempts with limits, used codes and tokens, and who has viewed which page
 * today, as salted hashes. With SQLite, they are in a file of their own.
 */
export const UNKEPT = `
	CREATE TABLE IF NOT EXISTS attempts (
		key    TEXT PRIMARY KEY,
		points INTEGER NOT NULL,
		expire BIGINT
	) STRICT;
	CREATE INDEX IF NOT EXISTS attempts_by_expire ON attempts (expire);
	CREATE TABLE IF NOT EXISTS viewer_days (
		day     TEXT PRIMARY KEY,
		salt    TEXT NOT NULL,
		viewers BIGINT NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS viewer_hashes (
		day  TEXT NOT NULL,
		hash BIGINT NOT NULL,  -- of a visitor and a program
		PRIMARY KEY (day, hash)
	) STRICT, WITHOUT ROWID;`;

/** SQLite numbers the rows of all tables in the order in which they were added, so it needs no column for that. */
export function forSqlite(step: string): string {
	return step
		.replaceAll(/^\s*rowid IDENTITY,\n/gm, '')
		.replaceAll(/\b(?:BIGINT|BOOLEAN)\b/g, 'INTEGER')
		.replaceAll('TIMESTAMPTZ(3)', 'TEXT');
}

/** In PostgreSQL, too, text is compared byte by byte. */
export function forPostgres(step: string): string {
	return step
		.replaceAll(/\) STRICT(?:, WITHOUT ROWID)?(?=;|$)/g, ')')
		.replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"')
		.replaceAll('rowid IDENTITY,', 'rowid BIGINT GENERATED BY DEFAULT AS IDENTITY,')
		.replaceAll('INTEGER PRIMARY KEY,', 'BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,');
}
