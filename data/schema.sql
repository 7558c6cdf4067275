-- A directory of affiliate programs, as one SQLite file: the content and nothing else.
--
-- This schema is a public contract. Any tool may write such a file, and may add tables, columns and indexes of its own. A
-- file with triggers, views or anything else that runs SQL is refused. `npm run check -- --snapshot FILE` checks the rules
-- that SQL cannot express (addresses, dates, icons, currencies, and characters that are invisible or not UTF-8). NOT NULL
-- columns are required. NULL means that the value is unknown; never write 0 or an invented value instead.
--
-- The longest column of a table comes last, so that SQLite can reach the others without reading through it.
--
-- Slugs are lower-case letters and digits with single hyphens between them. Timestamps are text, ISO 8601 in UTC, to the
-- second, ending in Z: 2026-04-18T09:30:00Z. Booleans are 0 and 1. Links are absolute http or https addresses.
--
-- The maximum length of text, in characters: slugs, IDs, words and names 200, other text on one line 1,000, links 2,000,
-- text of several lines 20,000. A file without these CHECK constraints is accepted too; `check` and `build` then test the
-- limits.

-- Describes this file. Keys: schema_version (this schema is version 2), created_at (when the file was last written), source
-- (where its records came from, in words). The ID of a snapshot does not depend on this table.
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Brands that run programs.
CREATE TABLE organizations (
  slug        TEXT PRIMARY KEY
              CHECK (slug GLOB '[a-z0-9]*' AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '*--*' AND slug NOT GLOB '*-' AND length(slug) <= 200),
  name        TEXT NOT NULL CHECK (trim(name) <> '' AND length(name) <= 200),
  description TEXT CHECK (length(description) <= 20000),
  logo_url    TEXT CHECK (length(logo_url) <= 2000),
  website_url TEXT CHECK (length(website_url) <= 2000),
  plan        TEXT NOT NULL DEFAULT 'free' CHECK (length(plan) <= 200),  -- free, claimed, pro, or another lower-case word
  created_at  TEXT NOT NULL CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z')
) STRICT;

-- Groups of programs.
CREATE TABLE categories (
  slug        TEXT PRIMARY KEY
              CHECK (slug GLOB '[a-z0-9]*' AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '*--*' AND slug NOT GLOB '*-' AND length(slug) <= 200),
  name        TEXT NOT NULL CHECK (trim(name) <> '' AND length(name) <= 200),
  description TEXT CHECK (length(description) <= 20000),
  icon        TEXT NOT NULL DEFAULT 'tag' CHECK (length(icon) <= 200)  -- the name of a Lucide icon
) STRICT;

-- Commission offers.
CREATE TABLE programs (
  slug                TEXT PRIMARY KEY
                      CHECK (slug GLOB '[a-z0-9]*' AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '*--*' AND slug NOT GLOB '*-' AND length(slug) <= 200),
  name                TEXT NOT NULL CHECK (trim(name) <> '' AND length(name) <= 200),
  description         TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 1000),  -- one short sentence; '' when there is none
  organization        TEXT NOT NULL REFERENCES organizations (slug) ON UPDATE CASCADE,
  commission_type     TEXT NOT NULL CHECK (commission_type IN ('recurring', 'one_time', 'hybrid', 'tiered')),
  commission_rate     REAL CHECK (commission_rate >= 0),    -- a percentage; for a range, its lower end; may exceed 100
  commission_qualifier TEXT CHECK (commission_qualifier IN ('exact', 'from', 'up_to', 'either')),  -- NULL: commission_text decides
  commission_text     TEXT CHECK (length(commission_text) <= 1000),  -- what it pays, in the source's own words
  commission_amount   REAL CHECK (commission_amount >= 0),  -- a flat amount per sale, in the currency of the row
  commission_duration TEXT CHECK (length(commission_duration) <= 1000),  -- how long a recurring commission runs: 12 months, lifetime
  cookie_days         INTEGER CHECK (cookie_days >= 0),     -- 0 means one session
  tracking_platform   TEXT CHECK (length(tracking_platform) <= 200),  -- a lower-case word: partnerstack, in-house
  payout_minimum      REAL CHECK (payout_minimum >= 0),     -- in the currency of the row
  payout_frequency    TEXT CHECK (length(payout_frequency) <= 200),  -- a lower-case word: monthly
  currency            TEXT CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),  -- ISO 4217, of every amount in this row
  website_url         TEXT NOT NULL CHECK (length(website_url) <= 2000),
  signup_url          TEXT CHECK (length(signup_url) <= 2000),
  logo_url            TEXT CHECK (length(logo_url) <= 2000),
  verified            INTEGER NOT NULL DEFAULT 0 CHECK (verified IN (0, 1)),
  featured            INTEGER NOT NULL DEFAULT 0 CHECK (featured IN (0, 1)),  -- first in the default order
  views               INTEGER NOT NULL DEFAULT 0 CHECK (views >= 0),          -- decides the order "trending"
  status              TEXT NOT NULL DEFAULT 'published' CHECK (status IN ('published', 'draft')),
  checked_at          TEXT CHECK (checked_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),  -- when an editor last checked the terms
  source_url          TEXT CHECK (length(source_url) <= 2000),  -- the page with the terms that the editor checked
  source_name         TEXT CHECK (length(source_name) <= 1000),  -- the registry that the facts were imported from
  imported_at         TEXT CHECK (imported_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),  -- the date of these facts there
  approval            TEXT CHECK (approval IN ('automatic', 'manual', 'invitation')),
  approval_days       INTEGER CHECK (approval_days >= 0),   -- business days, at most; 0 means at once
  countries           TEXT CHECK (length(countries) <= 1000),  -- ISO 3166-1 codes separated by semicolons, such as DE;US, or worldwide
  attribution         TEXT CHECK (length(attribution) <= 200),  -- a lower-case word: last-click
  deep_links          INTEGER CHECK (deep_links IN (0, 1)),
  payout_methods      TEXT CHECK (length(payout_methods) <= 1000),  -- lower-case words separated by semicolons: bank;paypal
  restrictions        TEXT CHECK (length(restrictions) <= 1000),  -- lower-case words separated by semicolons: brand-bidding;coupons
  restrictions_text   TEXT CHECK (length(restrictions_text) <= 1000),  -- in the source's own words
  epc                 REAL CHECK (epc >= 0),                -- earnings per click; only with a source and a date
  average_order_value REAL CHECK (average_order_value >= 0),  -- only with a source and a date
  earnings_source_url TEXT CHECK (length(earnings_source_url) <= 2000),  -- the source of epc and average_order_value
  earnings_at         TEXT CHECK (earnings_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),  -- the date of epc and average_order_value
  created_at          TEXT NOT NULL CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  updated_at          TEXT NOT NULL CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  long_description    TEXT NOT NULL DEFAULT '' CHECK (length(long_description) <= 20000)  -- Markdown; '' when there is none
) STRICT;

CREATE INDEX programs_by_organization ON programs (organization, status);

-- The categories of a program, at most 50, in the editor's order: position counts from 1.
CREATE TABLE program_categories (
  program  TEXT NOT NULL REFERENCES programs (slug) ON UPDATE CASCADE ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 50),
  category TEXT NOT NULL REFERENCES categories (slug) ON UPDATE CASCADE,
  PRIMARY KEY (program, position),
  UNIQUE (program, category)
) STRICT, WITHOUT ROWID;

CREATE INDEX program_categories_by_category ON program_categories (category);

-- People who write reviews.
CREATE TABLE authors (
  username     TEXT PRIMARY KEY CHECK (trim(username) <> '' AND length(username) <= 200),
  display_name TEXT NOT NULL CHECK (trim(display_name) <> '' AND length(display_name) <= 200),
  avatar_url   TEXT CHECK (length(avatar_url) <= 2000)
) STRICT;

-- Reviews of programs. An author may review a program more than once. Only published reviews appear.
CREATE TABLE reviews (
  id         TEXT PRIMARY KEY CHECK (id GLOB 'rev_?*' AND substr(id, 5) NOT GLOB '*[^A-Za-z0-9_-]*' AND length(id) <= 200),
  program    TEXT NOT NULL REFERENCES programs (slug) ON UPDATE CASCADE,
  author     TEXT NOT NULL REFERENCES authors (username) ON UPDATE CASCADE,
  rating     REAL NOT NULL CHECK (rating BETWEEN 1 AND 5 AND rating * 2 = round(rating * 2)),  -- in steps of 0.5
  title      TEXT NOT NULL DEFAULT '' CHECK (length(title) <= 1000),
  upvotes    INTEGER NOT NULL DEFAULT 0 CHECK (upvotes >= 0),
  status     TEXT NOT NULL DEFAULT 'published' CHECK (status IN ('published', 'pending', 'rejected')),
  created_at TEXT NOT NULL CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  updated_at TEXT NOT NULL CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),
  body       TEXT NOT NULL DEFAULT '' CHECK (length(body) <= 20000)  -- plain text
) STRICT;

-- Reviews in the order in which a program shows them. The last two columns save a build from reading every review.
CREATE INDEX reviews_by_program ON reviews (program, status, created_at DESC, id, rating, updated_at);
CREATE INDEX reviews_by_author ON reviews (author);

-- The changes that the application has made to records, oldest first. Only the application needs this table: a file that
-- another tool wrote may lack it. The first records of a new file are not changes.
CREATE TABLE changes (
  seq     INTEGER PRIMARY KEY,
  at      TEXT NOT NULL,  -- a timestamp
  by      TEXT,           -- the user who ran the command
  command TEXT NOT NULL,  -- import
  kind    TEXT NOT NULL CHECK (kind IN ('organizations', 'categories', 'programs', 'reviews')),
  key     TEXT NOT NULL,  -- the slug or id of the record
  before  TEXT,           -- the earlier values of the columns that changed, as a JSON object; NULL for a new record
  after   TEXT            -- their new values; NULL for a removed record
) STRICT;

CREATE INDEX changes_by_record ON changes (kind, key);
