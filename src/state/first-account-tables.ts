/** The tables of accounts in the first step of the schema: who they are, how they sign in, their keys, and jobs for them. */
export const ACCOUNT_TABLES = `CREATE TABLE accounts (
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
CREATE INDEX jobs_by_target ON jobs (target);`;
