CREATE TABLE accounts (
	id             TEXT PRIMARY KEY,
	email          TEXT NOT NULL UNIQUE,
	plan           TEXT NOT NULL CHECK (plan IN ('free', 'claimed', 'pro')),
	created_at     TEXT NOT NULL,
	updated_at     TEXT,
	name           TEXT NOT NULL DEFAULT '',
	image          TEXT,
	email_verified INTEGER NOT NULL DEFAULT FALSE,
	two_factor     INTEGER NOT NULL DEFAULT FALSE
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
CREATE INDEX keys_by_account ON keys (account_id, created_at);

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

-- One-time links and codes.
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
	verified       INTEGER DEFAULT TRUE,
	failures       INTEGER DEFAULT 0,
	locked_until   TEXT
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
	requests INTEGER NOT NULL,
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
	run_at     INTEGER NOT NULL,  -- milliseconds since 1970, by the clock of the database
	expires_at INTEGER NOT NULL,  -- likewise
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
	place    INTEGER NOT NULL UNIQUE  -- the latest has the highest
) STRICT;

-- How often the pages of programs were viewed. See visit-store.ts.
CREATE TABLE program_views (
	program TEXT NOT NULL,
	day     TEXT NOT NULL,
	site    TEXT NOT NULL,  -- the host that the visitors came from, '' if unknown, '*' for others
	origin  TEXT NOT NULL,  -- '' if this directory has counted, or the address of the one that has
	views   INTEGER NOT NULL,
	clicks  INTEGER NOT NULL,
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
	raised       INTEGER NOT NULL DEFAULT FALSE,  -- whether it raised the plan of the account
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
	since INTEGER NOT NULL,  -- milliseconds since 1970, as seen
	seen  INTEGER NOT NULL
) STRICT;
DELETE FROM proposals WHERE origin IS NOT NULL;
	ALTER TABLE proposals DROP COLUMN origin;
	ALTER TABLE proposals DROP COLUMN reported_at;
	DROP TABLE IF EXISTS viewer_batches;

	CREATE TABLE own_views (
		program TEXT NOT NULL,
		day     TEXT NOT NULL,
		site    TEXT NOT NULL,  -- the host that the visitors came from, '' if unknown, '*' for others
		views   INTEGER NOT NULL,
		clicks  INTEGER NOT NULL,
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
	UPDATE about SET value = '22' WHERE name = 'compatible';

INSERT INTO accounts (id, email, plan, created_at, email_verified, two_factor) VALUES ('acc_1', 'ada@site.example', 'pro', '2026-05-01T12:00:00Z', TRUE, TRUE);
INSERT INTO keys (id, account_id, name, hash, prefix, scopes, created_at) VALUES ('key_1', 'acc_1', 'laptop',
	'e78443ff3a0cb34f59c481615e43e09cbb3d983c9ca735e3bd280c198d546803', 'svc_ZQvF53Qt', '["programs:read"]', '2026-05-01T12:00:00Z');
INSERT INTO sessions VALUES ('session', 'acc_1', 'hash', '2026-06-01T12:00:00.000Z', NULL, 'Test', '2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z');
INSERT INTO credentials (id, account_id, provider, provider_account, password, created_at, updated_at)
	VALUES ('credential', 'acc_1', 'credential', 'acc_1', 'hash', '2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z');
INSERT INTO verifications VALUES ('link', 'identifier', 'value', '2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z');
INSERT INTO two_factors (id, account_id, secret, recovery_codes) VALUES ('factor', 'acc_1', 'secret', '["hash"]');
INSERT INTO sign_ups (token, email, password, expires_at, id) VALUES ('token', 'bob@site.example', 'hash', '2026-06-01T12:00:00.000Z', 'sign_up');
INSERT INTO jobs (id, kind, account_id, target, payload, created_at, run_at, expires_at, attempts)
	VALUES ('job', 'password_changed', 'acc_1', 'ada@site.example', '{}', '2026-05-01T12:00:00Z', 1777636800000, 1777723200000, 0);
INSERT INTO webhooks (id, account_id, url, events, secret, failures, created_at, updated_at)
	VALUES ('hook', 'acc_1', 'https://hooks.test/', '["release.published"]', 'sealed', 0, '2026-05-01T12:00:00Z', '2026-05-01T12:00:00Z');
INSERT INTO webhook_messages VALUES ('message', 'release.published', '{}', '2026-06-01T12:00:00.000Z');
INSERT INTO webhook_deliveries (id, webhook_id, account_id, message_id, status, attempts, created_at)
	VALUES ('delivery', 'hook', 'acc_1', 'message', 'waiting', 0, '2026-06-01T12:00:00.000Z');
INSERT INTO webhook_releases VALUES ('snapshot', 1);
INSERT INTO key_usage VALUES ('key_1', '2026-05-01', '/programs', 200, 3);
INSERT INTO key_requests VALUES (1, 'key_1', '2026-06-01T12:00:00.000Z', 'GET', '/v1/programs', 200, '203.0.113.x');
INSERT INTO events (id, account_id, kind, at, key_id) VALUES (1, 'acc_1', 'key_created', '2026-05-01T12:00:00Z', 'key_1');
INSERT INTO proposals (id, account_id, author, kind, target, fields, status, version, created_at, updated_at)
	VALUES ('proposal', 'acc_1', 'Ada', 'program', 'acme', '{"name":"Acme"}', 'pending', 1, '2026-05-01T12:00:00Z', '2026-05-01T12:00:00Z');
INSERT INTO authors VALUES ('acc_1', 'ada', 'Ada', 'ada', '2026-05-01T12:00:00Z');
INSERT INTO idempotency_keys (account_id, operation, key, fingerprint, created_at) VALUES ('acc_1', 'POST', 'key', 'hash', '2026-05-01T12:00:00Z');
INSERT INTO claims (id, account_id, organization, token, status, method, created_at, verified_at)
	VALUES ('claim', 'acc_1', 'acme', 'token', 'verified', 'dns', '2026-05-01T12:00:00Z', '2026-05-01T12:00:00Z');
INSERT INTO saved_programs VALUES ('acc_1', 'acme', 'Acme', '2026-05-01', NULL, '', 1, '2026-05-01T12:00:00Z', NULL);
INSERT INTO saved_feeds VALUES ('acc_1', 'hash', '2026-05-01T12:00:00Z');
INSERT INTO secrets VALUES ('sessions', 'secret');
INSERT INTO deleted_accounts VALUES ('acc_0');
INSERT INTO program_views VALUES ('acme', '2026-05-01', '', 5, 2);

PRAGMA user_version = 22;
