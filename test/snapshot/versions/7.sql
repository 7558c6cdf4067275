CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE organizations (
  slug        TEXT PRIMARY KEY CHECK (slug GLOB '[a-z0-9]*' AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '*--*' AND slug NOT GLOB '*-' AND length(slug) <= 200),
  name        TEXT NOT NULL CHECK (trim(name) <> '' AND length(name) <= 200),
  logo_url    TEXT CHECK (length(logo_url) <= 2000),
  website_url TEXT CHECK (length(website_url) <= 2000),
  plan        TEXT NOT NULL DEFAULT 'free' CHECK (length(plan) <= 200),
  created_at  TEXT NOT NULL CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  description TEXT CHECK (length(description) <= 20000)
) STRICT;
CREATE TABLE categories (
  slug        TEXT PRIMARY KEY CHECK (slug GLOB '[a-z0-9]*' AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '*--*' AND slug NOT GLOB '*-' AND length(slug) <= 200),
  name        TEXT NOT NULL CHECK (trim(name) <> '' AND length(name) <= 200),
  icon        TEXT NOT NULL DEFAULT 'tag' CHECK (length(icon) <= 200),
  description TEXT CHECK (length(description) <= 20000)
) STRICT;
CREATE TABLE programs (
  slug                 TEXT PRIMARY KEY CHECK (slug GLOB '[a-z0-9]*' AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '*--*' AND slug NOT GLOB '*-' AND length(slug) <= 200),
  name                 TEXT NOT NULL CHECK (trim(name) <> '' AND length(name) <= 200),
  description          TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 1000),
  organization         TEXT NOT NULL REFERENCES organizations (slug) ON UPDATE CASCADE,
  commission_type      TEXT CHECK (commission_type IN ('recurring', 'one_time', 'hybrid', 'tiered')),
  commission_rate      REAL CHECK (commission_rate BETWEEN 0 AND 1000),
  commission_qualifier TEXT CHECK (commission_qualifier IN ('exact', 'from', 'up_to', 'either')),
  commission_text      TEXT CHECK (length(commission_text) <= 1000),
  commission_amount    REAL CHECK (commission_amount BETWEEN 0 AND 10000000000),
  commission_duration  TEXT CHECK (length(commission_duration) <= 1000),
  commission_maximum   REAL CHECK (commission_maximum BETWEEN 0 AND 10000000000),
  commission_per       TEXT CHECK (commission_per IN ('payment', 'first_payment', 'sale', 'lead', 'signup', 'customer', 'other')),
  commission_every     TEXT CHECK (commission_every IN ('month', 'year')),
  commission_of        TEXT CHECK (length(commission_of) <= 1000),
  commission_months    INTEGER CHECK (commission_months BETWEEN 0 AND 1200),
  commission_lifetime  INTEGER NOT NULL DEFAULT 0 CHECK (commission_lifetime IN (0, 1)),
  commission_sales     INTEGER CHECK (commission_sales BETWEEN 1 AND 1000000),
  commission_cap       REAL CHECK (commission_cap BETWEEN 0 AND 10000000000),
  commission_cap_per   TEXT CHECK (commission_cap_per IN ('customer', 'month', 'year', 'total')),
  commission_until     TEXT CHECK (commission_until GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  commission_condition TEXT CHECK (length(commission_condition) <= 1000),
  commission_reward    TEXT CHECK (commission_reward IN ('cash', 'credit')),
  commission_evidence  TEXT CHECK (json_valid(commission_evidence)),
  cookie_days          INTEGER CHECK (cookie_days BETWEEN 0 AND 36500),
  tracking_platform    TEXT CHECK (length(tracking_platform) <= 200),
  payout_minimum       REAL CHECK (payout_minimum BETWEEN 0 AND 10000000000),
  payout_frequency     TEXT CHECK (length(payout_frequency) <= 200),
  currency             TEXT CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  website_url          TEXT NOT NULL CHECK (length(website_url) <= 2000),
  signup_url           TEXT CHECK (length(signup_url) <= 2000),
  logo_url             TEXT CHECK (length(logo_url) <= 2000),
  verified             INTEGER NOT NULL DEFAULT 0 CHECK (verified IN (0, 1)),
  featured             INTEGER NOT NULL DEFAULT 0 CHECK (featured IN (0, 1)),
  views                INTEGER NOT NULL DEFAULT 0 CHECK (views BETWEEN 0 AND 9007199254740991),
  status               TEXT NOT NULL DEFAULT 'published' CHECK (status IN ('published', 'draft')),
  checked_at           TEXT CHECK (checked_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  source_url           TEXT CHECK (length(source_url) <= 2000),
  source_name          TEXT CHECK (length(source_name) <= 1000),
  imported_at          TEXT CHECK (imported_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  availability         TEXT CHECK (availability IN ('open', 'invitation', 'waitlist', 'closed')),
  approval             TEXT CHECK (approval IN ('automatic', 'manual')),
  approval_days        INTEGER CHECK (approval_days BETWEEN 0 AND 36500),
  countries            TEXT CHECK (length(countries) <= 1000),
  attribution          TEXT CHECK (length(attribution) <= 200),
  deep_links           INTEGER CHECK (deep_links IN (0, 1)),
  payout_methods       TEXT CHECK (length(payout_methods) <= 1000),
  restrictions         TEXT CHECK (length(restrictions) <= 1000),
  restrictions_text    TEXT CHECK (length(restrictions_text) <= 1000),
  epc                  REAL CHECK (epc BETWEEN 0 AND 10000000000),
  average_order_value  REAL CHECK (average_order_value BETWEEN 0 AND 10000000000),
  earnings_source_url  TEXT CHECK (length(earnings_source_url) <= 2000),
  earnings_at          TEXT CHECK (earnings_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  aliases              TEXT CHECK (length(aliases) <= 1000),
  tags                 TEXT CHECK (length(tags) <= 1000),
  created_at           TEXT NOT NULL CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  updated_at           TEXT NOT NULL CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  long_description     TEXT NOT NULL DEFAULT '' CHECK (length(long_description) <= 20000)
) STRICT;
CREATE INDEX programs_by_organization ON programs (organization, status);
CREATE TABLE program_categories (
  program  TEXT NOT NULL REFERENCES programs (slug) ON UPDATE CASCADE ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 50),
  category TEXT NOT NULL REFERENCES categories (slug) ON UPDATE CASCADE,
  PRIMARY KEY (program, position),
  UNIQUE (program, category)
) STRICT, WITHOUT ROWID;
CREATE INDEX program_categories_by_category ON program_categories (category);
CREATE TABLE offers (
  program    TEXT NOT NULL REFERENCES programs (slug) ON UPDATE CASCADE ON DELETE CASCADE,
  position   INTEGER NOT NULL CHECK (position BETWEEN 1 AND 20),
  rate       REAL CHECK (rate BETWEEN 0 AND 1000),
  amount     REAL CHECK (amount BETWEEN 0 AND 10000000000),
  maximum    REAL CHECK (maximum BETWEEN 0 AND 10000000000),
  per        TEXT CHECK (per IN ('payment', 'first_payment', 'sale', 'lead', 'signup', 'customer', 'other')),
  every      TEXT CHECK (every IN ('month', 'year')),
  of         TEXT CHECK (length(of) <= 1000),
  months     INTEGER CHECK (months BETWEEN 0 AND 1200),
  lifetime   INTEGER NOT NULL DEFAULT 0 CHECK (lifetime IN (0, 1)),
  sales      INTEGER CHECK (sales BETWEEN 1 AND 1000000),
  cap        REAL CHECK (cap BETWEEN 0 AND 10000000000),
  cap_per    TEXT CHECK (cap_per IN ('customer', 'month', 'year', 'total')),
  until      TEXT CHECK (until GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  condition  TEXT CHECK (length(condition) <= 1000),
  reward     TEXT CHECK (reward IN ('cash', 'credit')),
  currency   TEXT CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  qualifier  TEXT NOT NULL DEFAULT 'exact' CHECK (qualifier IN ('exact', 'from', 'up_to', 'either')),
  from_month INTEGER NOT NULL DEFAULT 1 CHECK (from_month BETWEEN 1 AND 1000000),
  from_sale  INTEGER NOT NULL DEFAULT 1 CHECK (from_sale BETWEEN 1 AND 1000000),
  relation   TEXT CHECK (relation IN ('plus', 'or', 'then', 'instead')),
  stated_in  TEXT CHECK (stated_in IN ('rate', 'duration', 'conditions', 'description')),
  PRIMARY KEY (program, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE authors (
  username     TEXT PRIMARY KEY CHECK (trim(username) <> '' AND length(username) <= 200),
  display_name TEXT NOT NULL CHECK (trim(display_name) <> '' AND length(display_name) <= 200),
  avatar_url   TEXT CHECK (length(avatar_url) <= 2000)
) STRICT;
CREATE TABLE reviews (
  id                TEXT PRIMARY KEY CHECK (id GLOB 'rev_?*' AND substr(id, 5) NOT GLOB '*[^A-Za-z0-9_-]*' AND length(id) <= 200),
  program           TEXT NOT NULL REFERENCES programs (slug) ON UPDATE CASCADE,
  author            TEXT NOT NULL REFERENCES authors (username) ON UPDATE CASCADE,
  rating            REAL NOT NULL CHECK (rating BETWEEN 1 AND 5 AND rating * 2 = round(rating * 2)),
  title             TEXT NOT NULL DEFAULT '' CHECK (length(title) <= 1000),
  months_in_program INTEGER CHECK (months_in_program BETWEEN 0 AND 1200),
  paid_on_time      TEXT CHECK (paid_on_time IN ('yes', 'sometimes', 'no')),
  approval_days     INTEGER CHECK (approval_days BETWEEN 0 AND 36500),
  upvotes           INTEGER NOT NULL DEFAULT 0 CHECK (upvotes BETWEEN 0 AND 9007199254740991),
  status            TEXT NOT NULL DEFAULT 'published' CHECK (status IN ('published', 'pending', 'rejected')),
  created_at        TEXT NOT NULL CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  updated_at        TEXT NOT NULL CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  body              TEXT NOT NULL DEFAULT '' CHECK (length(body) <= 20000)
) STRICT;
CREATE INDEX reviews_by_program ON reviews (program, status, created_at DESC, id, rating, updated_at);
CREATE INDEX reviews_by_author ON reviews (author);
CREATE TABLE redirects (
  kind       TEXT NOT NULL CHECK (kind IN ('organizations', 'categories', 'programs', 'reviews')),
  slug       TEXT NOT NULL CHECK (length(slug) <= 200),
  target     TEXT CHECK (length(target) <= 200),
  was_public INTEGER NOT NULL DEFAULT 1 CHECK (was_public IN (0, 1)),
  PRIMARY KEY (kind, slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX redirects_by_target ON redirects (kind, target);
CREATE TABLE changes (
  id      INTEGER PRIMARY KEY,
  at      TEXT NOT NULL,
  by      TEXT,
  command TEXT NOT NULL,
  source  TEXT,
  because TEXT,
  undoes  INTEGER
) STRICT;
CREATE TABLE edits (
  seq    INTEGER PRIMARY KEY,
  change INTEGER NOT NULL REFERENCES changes (id) ON DELETE CASCADE,
  kind   TEXT NOT NULL CHECK (kind IN ('organizations', 'categories', 'programs', 'reviews')),
  key    TEXT NOT NULL,
  before TEXT,
  after  TEXT
) STRICT;
CREATE INDEX edits_by_change ON edits (change);
CREATE INDEX edits_by_record ON edits (kind, key);
CREATE TABLE redirect_edits (
  seq    INTEGER PRIMARY KEY,
  change INTEGER NOT NULL REFERENCES changes (id) ON DELETE CASCADE,
  kind   TEXT NOT NULL CHECK (kind IN ('organizations', 'categories', 'programs', 'reviews')),
  slug   TEXT NOT NULL,
  before TEXT,
  after  TEXT
) STRICT;
CREATE INDEX redirect_edits_by_change ON redirect_edits (change);
CREATE TABLE sources (
  name        TEXT PRIMARY KEY,
  path        TEXT NOT NULL,
  mapping     TEXT,
  imported_at TEXT NOT NULL
) STRICT;
CREATE TABLE statements (
  source TEXT NOT NULL REFERENCES sources (name) ON UPDATE CASCADE ON DELETE CASCADE,
  kind   TEXT NOT NULL CHECK (kind IN ('organizations', 'categories', 'programs', 'reviews')),
  key    TEXT NOT NULL,
  said   TEXT NOT NULL,
  PRIMARY KEY (source, kind, key)
) STRICT;
CREATE TABLE conflicts (
  source TEXT NOT NULL REFERENCES sources (name) ON UPDATE CASCADE ON DELETE CASCADE,
  kind   TEXT NOT NULL CHECK (kind IN ('organizations', 'categories', 'programs', 'reviews')),
  key    TEXT NOT NULL,
  field  TEXT NOT NULL,
  theirs TEXT NOT NULL,
  at     TEXT NOT NULL,
  PRIMARY KEY (source, kind, key, field)
) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('schema_version', '7'), ('created_at', '2026-05-01T12:00:00Z'), ('source', 'feed');
INSERT INTO organizations (slug, name, created_at) VALUES ('acme', 'Acme', '2026-05-01T12:00:00Z');
INSERT INTO categories (slug, name) VALUES ('tools', 'Tools');
INSERT INTO programs (slug, name, organization, commission_type, commission_rate, commission_qualifier, commission_text, commission_per, commission_evidence, cookie_days, website_url, created_at, updated_at)
	VALUES ('acme-partners', 'Acme Partners', 'acme', 'recurring', 20, 'exact', '20%, 30% for agencies', 'payment', '{"commission_rate":{"by":"words","place":"rate","words":"20%, 30% for agencies"},"commission_qualifier":{"by":"words","place":"rate","words":"20%, 30% for agencies"},"commission_per":{"by":"words","place":"rate","words":"20%, 30% for agencies"},"offers":{"by":"words","place":"rate","words":"20%, 30% for agencies"},"commission_type":{"by":"source","place":null,"words":null}}', 60, 'https://acme.example/', '2026-05-01T12:00:00Z', '2026-05-01T12:00:00Z');
INSERT INTO program_categories VALUES ('acme-partners', 1, 'tools');
INSERT INTO offers (program, position, rate, per, condition, relation) VALUES ('acme-partners', 1, 30, 'payment', 'for agencies', 'instead');
INSERT INTO authors (username, display_name) VALUES ('ada', 'Ada');
INSERT INTO reviews (id, program, author, rating, created_at, updated_at) VALUES ('rev_1', 'acme-partners', 'ada', 4, '2026-05-02T12:00:00Z', '2026-05-02T12:00:00Z');
INSERT INTO redirects VALUES ('programs', 'acme-friends', 'acme-partners', 1);
INSERT INTO changes (id, at, by, command, source) VALUES (1, '2026-05-01T12:00:00Z', 'ada', 'import', 'feed');
INSERT INTO edits (change, kind, key, before, after) VALUES (1, 'programs', 'acme-partners', '{"cookie_days":30}', '{"cookie_days":60}');
INSERT INTO sources VALUES ('feed', '/feed.csv', NULL, '2026-05-01T12:00:00Z');
INSERT INTO statements VALUES ('feed', 'programs', 'acme-partners', '{"cookie_days":"90"}');
INSERT INTO conflicts VALUES ('feed', 'programs', 'acme-partners', 'cookie_days', '90', '2026-05-01T12:00:00Z');
