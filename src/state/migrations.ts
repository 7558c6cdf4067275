/**
 * The schema of the state database, as the steps that led to it. A step that has shipped never changes; a change is a new
 * step. `user_version` counts the steps that a database has taken.
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
		hash         TEXT NOT NULL UNIQUE,  -- SHA-256 of the whole key, in hex
		prefix       TEXT NOT NULL,
		scopes       TEXT NOT NULL,  -- a JSON array
		created_at   TEXT NOT NULL,
		expires_at   TEXT,
		revoked_at   TEXT,
		last_used_at TEXT
	) STRICT;

	CREATE INDEX keys_by_account ON keys (account_id);`,
];
