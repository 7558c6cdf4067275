PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE accounts (
		id         TEXT PRIMARY KEY,
		email      TEXT NOT NULL UNIQUE,
		plan       TEXT NOT NULL CHECK (plan IN ('free', 'claimed', 'pro')),
		created_at TEXT NOT NULL
	, updated_at TEXT, name TEXT NOT NULL DEFAULT '', image TEXT, email_verified INTEGER NOT NULL DEFAULT 0, two_factor INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO accounts VALUES('acc_1','ada@site.example','pro','2026-05-01T12:00:00Z','2026-05-01T12:00:00Z','',NULL,1,0);
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
INSERT INTO keys VALUES('key_tZPpnUBnnPcIRcNs','acc_1','laptop','e78443ff3a0cb34f59c481615e43e09cbb3d983c9ca735e3bd280c198d546803','svc_ZQvF53Qt','["programs:read"]','2026-05-01T12:00:00Z',NULL,NULL,'2026-05-01T12:00:00Z');
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
CREATE TABLE verifications (
		id         TEXT PRIMARY KEY,
		identifier TEXT NOT NULL,  -- hashed
		value      TEXT NOT NULL,
		expires_at TEXT NOT NULL,
		created_at TEXT NOT NULL,
		updated_at TEXT NOT NULL
	) STRICT;
CREATE TABLE two_factors (
		id             TEXT PRIMARY KEY,
		account_id     TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		secret         TEXT NOT NULL,  -- encrypted
		recovery_codes TEXT NOT NULL,  -- JSON array of SHA-256 hashes
		verified       INTEGER DEFAULT 1,
		failures       INTEGER DEFAULT 0,
		locked_until   TEXT
	) STRICT;
CREATE TABLE events (
		id           INTEGER PRIMARY KEY,
		account_id   TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
		kind         TEXT NOT NULL,
		detail       TEXT,
		address      TEXT,  -- IP address without its last part
		at           TEXT NOT NULL,
		dismissed_at TEXT  -- when the owner dismissed the notice
	, key_id TEXT REFERENCES keys (id) ON DELETE CASCADE) STRICT;
INSERT INTO events VALUES(1,'acc_1','key_created','laptop',NULL,'2026-05-01T12:00:00Z',NULL,'key_tZPpnUBnnPcIRcNs');
CREATE TABLE secrets (
		name  TEXT PRIMARY KEY,
		value TEXT NOT NULL
	) STRICT;
INSERT INTO secrets VALUES('sessions','secret');
CREATE TABLE sign_ups (
		token      TEXT PRIMARY KEY,  -- SHA-256 hash of the token in the link
		email      TEXT NOT NULL,
		password   TEXT NOT NULL,  -- scrypt hash
		expires_at TEXT NOT NULL
	) STRICT;
CREATE TABLE key_usage (
		key_id   TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
		day      TEXT NOT NULL,  -- UTC
		endpoint TEXT NOT NULL DEFAULT '',  -- such as /programs/:slug; empty if there is none at the path
		status   INTEGER NOT NULL DEFAULT 0,
		requests INTEGER NOT NULL,
		PRIMARY KEY (key_id, day, endpoint, status)
	) STRICT, WITHOUT ROWID;
INSERT INTO key_usage VALUES('key_tZPpnUBnnPcIRcNs','2026-05-01','/programs',200,3);
CREATE TABLE key_requests (
		id      INTEGER PRIMARY KEY,
		key_id  TEXT NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
		at      TEXT NOT NULL,  -- with milliseconds
		method  TEXT NOT NULL,
		path    TEXT NOT NULL,  -- without the query and without keys
		status  INTEGER NOT NULL,
		address TEXT NOT NULL  -- without its last part
	) STRICT;
INSERT INTO key_requests VALUES(1,'key_tZPpnUBnnPcIRcNs','2026-05-01T12:00:00.000Z','GET','/v1/programs',200,'203.0.113.x');
CREATE TABLE backup (made_at TEXT NOT NULL) STRICT;
INSERT INTO backup VALUES('2026-05-01T13:00:00.000Z');
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX credentials_by_account ON credentials (account_id);
CREATE INDEX verifications_by_identifier ON verifications (identifier);
CREATE INDEX two_factors_by_account ON two_factors (account_id);
CREATE INDEX events_by_account ON events (account_id, id);
CREATE INDEX sign_ups_by_email ON sign_ups (email);
CREATE INDEX key_requests_by_key ON key_requests (key_id, at);
CREATE INDEX keys_by_account ON keys (account_id, created_at);
CREATE INDEX events_by_key ON events (key_id);
CREATE INDEX keys_by_end ON keys (coalesce(revoked_at, expires_at), id);
CREATE INDEX key_usage_by_day ON key_usage (day);
CREATE INDEX key_requests_by_time ON key_requests (at);
CREATE INDEX events_by_time ON events (at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX verifications_by_expiry ON verifications (expires_at);
CREATE INDEX sign_ups_by_expiry ON sign_ups (expires_at);
COMMIT;
PRAGMA user_version = 5;
