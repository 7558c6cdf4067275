/** The other tables in the first step of the schema: what accounts do in the directory, and what the state knows about itself. */
export const DIRECTORY_TABLES = `-- What brands, publishers and readers propose, until an editor takes it in. See proposals/proposal.ts.
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

-- How often the pages of programs were viewed. See visit-store.ts.
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
) STRICT;`;
