/**
 * The schema of the state database, as a list of steps. Never change a step that has been released. Instead, add a new
 * step. `user_version` counts the steps that have been run on a database.
 */
export const MIGRATIONS: readonly string[] = [
	`CREATE TABLE accounts (
		id         TEXT PRIMARY KEY,
		email      TEXT NOT NULL UNIQUE,
		plan       TEXT NOT NULL CHECK (plan IN ('free', 'claimed', 'pro')),
		created_at TEXT NOT NULL
	) STRICT;

	CREATE TABLE keys (
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

	CREATE INDEX keys_by_account ON keys (account_id);`,

	// Tables for better-auth, which stores users in `accounts`, and for the account pages. better-auth writes times in
	// ISO 8601 with milliseconds, and booleans as 0 and 1.
	`ALTER TABLE accounts ADD COLUMN updated_at TEXT;
	ALTER TABLE accounts ADD COLUMN name TEXT NOT NULL DEFAULT '';
	ALTER TABLE accounts ADD COLUMN image TEXT;
	ALTER TABLE accounts ADD COLUMN email_verified INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE accounts ADD COLUMN two_factor INTEGER NOT NULL DEFAULT 0;
	UPDATE accounts SET updated_at = created_at;

	CREATE TABLE sessions (
		id         TEXT PRIMARY KEY,
		account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		token      TEXT NOT NULL UNIQUE,  -- SHA-256 hash of the token in the cookie
		expires_at TEXT NOT NULL,
		address    TEXT,
		user_agent TEXT,
		created_at TEXT NOT NULL,
		updated_at TEXT NOT NULL
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
		access_token_expires_at  TEXT,
		refresh_token_expires_at TEXT,
		scope                    TEXT,
		created_at               TEXT NOT NULL,
		updated_at               TEXT NOT NULL,
		UNIQUE (provider, provider_account)
	) STRICT;
	CREATE INDEX credentials_by_account ON credentials (account_id);

	-- One-time links and codes, and the form tokens that have been used.
	CREATE TABLE verifications (
		id         TEXT PRIMARY KEY,
		identifier TEXT NOT NULL,  -- hashed
		value      TEXT NOT NULL,
		expires_at TEXT NOT NULL,
		created_at TEXT NOT NULL,
		updated_at TEXT NOT NULL
	) STRICT;
	CREATE INDEX verifications_by_identifier ON verifications (identifier);

	CREATE TABLE two_factors (
		id             TEXT PRIMARY KEY,
		account_id     TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		secret         TEXT NOT NULL,  -- encrypted
		recovery_codes TEXT NOT NULL,  -- JSON array of SHA-256 hashes
		verified       INTEGER DEFAULT 1,
		failures       INTEGER DEFAULT 0,
		locked_until   TEXT
	) STRICT;
	CREATE INDEX two_factors_by_account ON two_factors (account_id);

	CREATE TABLE key_usage (
		key_id   TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
		day      TEXT NOT NULL,  -- in UTC
		requests INTEGER NOT NULL,
		PRIMARY KEY (key_id, day)
	) STRICT, WITHOUT ROWID;

	CREATE TABLE events (
		id           INTEGER PRIMARY KEY,
		account_id   TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		kind         TEXT NOT NULL,
		detail       TEXT,
		address      TEXT,  -- IP address without its last part
		at           TEXT NOT NULL,
		dismissed_at TEXT  -- when the owner dismissed the notice
	) STRICT;
	CREATE INDEX events_by_account ON events (account_id, id);

	CREATE TABLE secrets (
		name  TEXT PRIMARY KEY,
		value TEXT NOT NULL
	) STRICT;`,

	// On a site that sends mail, an account is now created only after its address is confirmed. Earlier versions created
	// it at sign-up, so this step deletes unconfirmed accounts that were never used. Their owners can sign up again.
	// Accounts without a way to sign in were created by the operator, so their addresses count as confirmed.
	`CREATE TABLE sign_ups (
		token      TEXT PRIMARY KEY,  -- SHA-256 hash of the token in the link
		email      TEXT NOT NULL,
		password   TEXT NOT NULL,  -- scrypt hash
		expires_at TEXT NOT NULL
	) STRICT;
	CREATE INDEX sign_ups_by_email ON sign_ups (email);

	DELETE FROM accounts WHERE email_verified = 0 AND plan = 'free' AND id IN (SELECT account_id FROM credentials)
		AND id NOT IN (SELECT account_id FROM sessions) AND id NOT IN (SELECT account_id FROM keys)
		AND id NOT IN (SELECT account_id FROM events WHERE kind = 'signed_in');
	UPDATE accounts SET email_verified = 1 WHERE id NOT IN (SELECT account_id FROM credentials);`,

	// From this step on, a key's requests are also counted by endpoint and status. Requests that were counted earlier
	// have an empty endpoint and the status 0. These two values are also the columns' defaults, because servers
	// of the earlier version that are still running do not set the columns.
	`ALTER TABLE key_usage RENAME TO earlier_key_usage;
	CREATE TABLE key_usage (
		key_id   TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
		day      TEXT NOT NULL,  -- UTC
		endpoint TEXT NOT NULL DEFAULT '',  -- such as /programs/:slug; empty if there is none at the path
		status   INTEGER NOT NULL DEFAULT 0,
		requests INTEGER NOT NULL,
		PRIMARY KEY (key_id, day, endpoint, status)
	) STRICT, WITHOUT ROWID;
	INSERT INTO key_usage (key_id, day, requests) SELECT key_id, day, requests FROM earlier_key_usage;
	DROP TABLE earlier_key_usage;

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
	CREATE INDEX key_requests_by_key ON key_requests (key_id, at);`,

	// From this step on, an account can have a limited number of new keys, and keys are removed some time after they end.
	`DROP INDEX keys_by_account;
	CREATE INDEX keys_by_account ON keys (account_id, created_at);

	-- An event about a key is removed with the key.
	ALTER TABLE events ADD COLUMN key_id TEXT REFERENCES keys (id) ON DELETE CASCADE;
	CREATE INDEX events_by_key ON events (key_id);

	-- For removing old rows. See prune.ts.
	CREATE INDEX keys_by_end ON keys (coalesce(revoked_at, expires_at), id);
	CREATE INDEX key_usage_by_day ON key_usage (day);
	CREATE INDEX key_requests_by_time ON key_requests (at);
	CREATE INDEX events_by_time ON events (at);
	CREATE INDEX sessions_by_expiry ON sessions (expires_at);
	CREATE INDEX verifications_by_expiry ON verifications (expires_at);
	CREATE INDEX sign_ups_by_expiry ON sign_ups (expires_at);`,
];
