-- A directory of affiliate programs, as one SQLite file: the content and nothing else.
--
-- This schema is a public contract. Any tool may write such a file, and may add tables, columns and indexes of its own. A
-- file with triggers, views or anything else that runs SQL is refused. `npm run check -- --snapshot FILE` checks the rules
-- that SQL cannot express (addresses, dates, icons, currencies, and characters that are invisible or not UTF-8). NOT NULL
-- columns are required. NULL means that the value is unknown; never write 0 or an invented value instead.
--
-- Long texts come last in a table, so that SQLite can reach the other columns without reading through them. The columns of
-- records come from the tables in src/catalog/. To write them here: npm test -- test/snapshot/schema.test.ts -u
--
-- Slugs are lower-case letters and digits with single hyphens between them. Timestamps are text, ISO 8601 in UTC, to the
-- second, ending in Z: 2026-04-18T09:30:00Z. Booleans are 0 and 1. Links are absolute http or https addresses.
--
-- The maximum length of text, in characters: slugs, IDs, words and names 200, other text on one line 1,000, links 2,000,
-- text of several lines 20,000. A file without these CHECK constraints is accepted too, because `check` and `build` copy
-- its rows into this schema.

-- Describes this file. Keys: schema_version (this schema is version 7), created_at (when the file was last written), source
-- (where its records came from, in words). The ID of a snapshot does not depend on this table.
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Brands that run programs.
CREATE TABLE organizations (
  slug        TEXT PRIMARY KEY CHECK (slug GLOB '[a-z0-9]*' AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '*--*' AND slug NOT GLOB '*-' AND length(slug) <= 200),  -- Its identifier in paths and filters
  name        TEXT NOT NULL CHECK (trim(name) <> '' AND length(name) <= 200),  -- Its display name
  logo_url    TEXT CHECK (length(logo_url) <= 2000),  -- The URL of its logo
  website_url TEXT CHECK (length(website_url) <= 2000),  -- The address of its website
  plan        TEXT NOT NULL DEFAULT 'free' CHECK (length(plan) <= 200),  -- Its plan with this directory: a word such as free, claimed or pro
  created_at  TEXT NOT NULL CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),  -- When it was added to the directory
  description TEXT CHECK (length(description) <= 20000)  -- A description of its business
) STRICT;

-- Groups of programs.
CREATE TABLE categories (
  slug        TEXT PRIMARY KEY CHECK (slug GLOB '[a-z0-9]*' AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '*--*' AND slug NOT GLOB '*-' AND length(slug) <= 200),  -- Its identifier in paths and filters
  name        TEXT NOT NULL CHECK (trim(name) <> '' AND length(name) <= 200),  -- Its display name
  icon        TEXT NOT NULL DEFAULT 'tag' CHECK (length(icon) <= 200),  -- The name of its Lucide icon: an icon from lucide.dev/icons such as shopping-cart
  description TEXT CHECK (length(description) <= 20000)  -- A description of its programs
) STRICT;

-- Commission offers.
CREATE TABLE programs (
  slug                 TEXT PRIMARY KEY CHECK (slug GLOB '[a-z0-9]*' AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '*--*' AND slug NOT GLOB '*-' AND length(slug) <= 200),  -- Its identifier in paths and filters
  name                 TEXT NOT NULL CHECK (trim(name) <> '' AND length(name) <= 200),  -- Its display name
  description          TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 1000),  -- One short sentence, shown in lists
  organization         TEXT NOT NULL REFERENCES organizations (slug) ON UPDATE CASCADE,  -- The organization that runs it
  commission_type      TEXT CHECK (commission_type IN ('recurring', 'one_time', 'hybrid', 'tiered')),  -- Whether it pays each month, once per sale, both, or in tiers. Without it, the API says one_time
  commission_rate      REAL CHECK (commission_rate BETWEEN 0 AND 1000),  -- Percentage of each sale (for a range, its lower end, and for “up to”, the maximum), or unknown for a flat fee
  commission_qualifier TEXT CHECK (commission_qualifier IN ('exact', 'from', 'up_to', 'either')),  -- Whether the commission is exact, a minimum, a maximum, or paid as either the amount or the percentage
  commission_text      TEXT CHECK (length(commission_text) <= 1000),  -- The commission in the program’s own words
  commission_amount    REAL CHECK (commission_amount BETWEEN 0 AND 10000000000),  -- A flat fee per sale, lead or other event, in the currency of the program
  commission_duration  TEXT CHECK (length(commission_duration) <= 1000),  -- How long a recurring commission is paid
  commission_maximum   REAL CHECK (commission_maximum BETWEEN 0 AND 10000000000),  -- The upper end of a range
  commission_per       TEXT CHECK (commission_per IN ('payment', 'first_payment', 'sale', 'lead', 'signup', 'customer', 'other')),  -- The event that it is paid for
  commission_every     TEXT CHECK (commission_every IN ('month', 'year')),  -- The period for which an amount is paid again, for each customer
  commission_of        TEXT CHECK (length(commission_of) <= 1000),  -- What the percentage is of, if it is not the customer’s payment
  commission_months    INTEGER CHECK (commission_months BETWEEN 0 AND 1200),  -- For how many months it is paid
  commission_lifetime  INTEGER NOT NULL DEFAULT 0 CHECK (commission_lifetime IN (0, 1)),  -- Whether it is paid for life
  commission_sales     INTEGER CHECK (commission_sales BETWEEN 1 AND 1000000),  -- For how many sales it holds
  commission_cap       REAL CHECK (commission_cap BETWEEN 0 AND 10000000000),  -- The most that it pays, in its currency
  commission_cap_per   TEXT CHECK (commission_cap_per IN ('customer', 'month', 'year', 'total')),  -- What the cap holds for
  commission_until     TEXT CHECK (commission_until GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),  -- The last day on which it holds
  commission_condition TEXT CHECK (length(commission_condition) <= 1000),  -- Its condition, in the words of the source
  commission_reward    TEXT CHECK (commission_reward IN ('cash', 'credit')),  -- Whether it is paid in cash, or as credit or a gift
  commission_evidence  TEXT CHECK (json_valid(commission_evidence)),  -- Who states each figure of its commission
  cookie_days          INTEGER CHECK (cookie_days BETWEEN 0 AND 36500),  -- Cookie duration: how many days after a click a sale still counts (0 means only in the same session)
  tracking_platform    TEXT CHECK (length(tracking_platform) <= 200),  -- The affiliate network that tracks its sales, or in-house: a word such as in-house
  payout_minimum       REAL CHECK (payout_minimum BETWEEN 0 AND 10000000000),  -- Payout threshold, in the currency of the program
  payout_frequency     TEXT CHECK (length(payout_frequency) <= 200),  -- How often it pays out: a word such as monthly
  currency             TEXT CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),  -- The currency of all its amounts, as an ISO 4217 code: a currency code such as EUR
  website_url          TEXT NOT NULL CHECK (length(website_url) <= 2000),  -- The address of its website
  signup_url           TEXT CHECK (length(signup_url) <= 2000),  -- The address where publishers apply
  logo_url             TEXT CHECK (length(logo_url) <= 2000),  -- The URL of its logo
  verified             INTEGER NOT NULL DEFAULT 0 CHECK (verified IN (0, 1)),  -- Whether the editors have verified the program
  featured             INTEGER NOT NULL DEFAULT 0 CHECK (featured IN (0, 1)),  -- Whether it comes first in lists, unless the reader chooses another order
  views                INTEGER NOT NULL DEFAULT 0 CHECK (views BETWEEN 0 AND 9007199254740991),  -- How often its page was viewed, used for the default order
  status               TEXT NOT NULL DEFAULT 'published' CHECK (status IN ('published', 'draft')),  -- Whether it is published or a hidden draft
  checked_at           TEXT CHECK (checked_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),  -- When an editor last checked the terms
  source_url           TEXT CHECK (length(source_url) <= 2000),  -- The address of the page with the terms that the editor checked
  source_name          TEXT CHECK (length(source_name) <= 1000),  -- The name of the registry that its facts were imported from
  imported_at          TEXT CHECK (imported_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),  -- The date that the registry gives for these facts
  availability         TEXT CHECK (availability IN ('open', 'invitation', 'waitlist', 'closed')),  -- Whether publishers can join it
  approval             TEXT CHECK (approval IN ('automatic', 'manual')),  -- Whether it accepts publishers automatically or after a manual check
  approval_days        INTEGER CHECK (approval_days BETWEEN 0 AND 36500),  -- The maximum number of business days to accept a publisher (0 means at once)
  countries            TEXT CHECK (length(countries) <= 1000),  -- The countries whose publishers may join: country codes separated by semicolons, such as DE;US, or worldwide
  attribution          TEXT CHECK (length(attribution) <= 200),  -- The click that a sale is credited to: a word such as last-click
  deep_links           INTEGER CHECK (deep_links IN (0, 1)),  -- Whether publishers can link to any page of its website
  payout_methods       TEXT CHECK (length(payout_methods) <= 1000),  -- Its payout methods: words separated by semicolons, such as bank;paypal
  restrictions         TEXT CHECK (length(restrictions) <= 1000),  -- The kinds of promotion that it does not allow: words separated by semicolons, such as brand-bidding;coupons
  restrictions_text    TEXT CHECK (length(restrictions_text) <= 1000),  -- The restrictions in the program’s own words
  epc                  REAL CHECK (epc BETWEEN 0 AND 10000000000),  -- Average earnings per click, in the currency of the program, always with a source and a date
  average_order_value  REAL CHECK (average_order_value BETWEEN 0 AND 10000000000),  -- Average order value, in the currency of the program, always with a source and a date
  earnings_source_url  TEXT CHECK (length(earnings_source_url) <= 2000),  -- The address of the page with the earnings per click or the average order value
  earnings_at          TEXT CHECK (earnings_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),  -- The date of the earnings per click or the average order value
  aliases              TEXT CHECK (length(aliases) <= 1000),  -- Its other and former names, which the search finds too: names separated by semicolons, such as Acme Mail;Acmeletter
  tags                 TEXT CHECK (length(tags) <= 1000),  -- What it is about, in more detail than its categories: words separated by semicolons, such as newsletters;open-source
  created_at           TEXT NOT NULL CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),  -- When it was added to the directory
  updated_at           TEXT NOT NULL CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),  -- When the entry was last changed
  long_description     TEXT NOT NULL DEFAULT '' CHECK (length(long_description) <= 20000)  -- The text on its own page, in Markdown
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

-- What a program pays besides its base offer (tiers, plans, later months), at most 20, in order: position counts from 1.
-- Rows with stated_in are not offers. They are statements of the base offer that contradict each other.
CREATE TABLE offers (
  program    TEXT NOT NULL REFERENCES programs (slug) ON UPDATE CASCADE ON DELETE CASCADE,
  position   INTEGER NOT NULL CHECK (position BETWEEN 1 AND 20),
  rate       REAL CHECK (rate BETWEEN 0 AND 1000),           -- percent
  amount     REAL CHECK (amount BETWEEN 0 AND 10000000000),
  maximum    REAL CHECK (maximum BETWEEN 0 AND 10000000000), -- the upper end of a range
  per        TEXT CHECK (per IN ('payment', 'first_payment', 'sale', 'lead', 'signup', 'customer', 'other')),
  every      TEXT CHECK (every IN ('month', 'year')),        -- an amount that is paid again, for each customer
  of         TEXT CHECK (length(of) <= 1000),                -- what a percentage is of, if not the customer's payment
  months     INTEGER CHECK (months BETWEEN 0 AND 1200),
  lifetime   INTEGER NOT NULL DEFAULT 0 CHECK (lifetime IN (0, 1)),
  sales      INTEGER CHECK (sales BETWEEN 1 AND 1000000),    -- for how many sales it holds
  cap        REAL CHECK (cap BETWEEN 0 AND 10000000000),     -- the most that it pays
  cap_per    TEXT CHECK (cap_per IN ('customer', 'month', 'year', 'total')),
  until      TEXT CHECK (until GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'), -- its last day
  condition  TEXT CHECK (length(condition) <= 1000),
  reward     TEXT CHECK (reward IN ('cash', 'credit')),
  currency   TEXT CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),   -- of its amounts; without one, that of the program
  qualifier  TEXT NOT NULL DEFAULT 'exact' CHECK (qualifier IN ('exact', 'from', 'up_to', 'either')),
  from_month INTEGER NOT NULL DEFAULT 1 CHECK (from_month BETWEEN 1 AND 1000000),
  from_sale  INTEGER NOT NULL DEFAULT 1 CHECK (from_sale BETWEEN 1 AND 1000000),
  relation   TEXT CHECK (relation IN ('plus', 'or', 'then', 'instead')), -- to the offer before it
  stated_in  TEXT CHECK (stated_in IN ('rate', 'duration', 'conditions', 'description')),
  PRIMARY KEY (program, position)
) STRICT, WITHOUT ROWID;

-- People who write reviews.
CREATE TABLE authors (
  username     TEXT PRIMARY KEY CHECK (trim(username) <> '' AND length(username) <= 200),  -- The unique name of the author
  display_name TEXT NOT NULL CHECK (trim(display_name) <> '' AND length(display_name) <= 200),  -- The author’s display name, the same in all of their reviews
  avatar_url   TEXT CHECK (length(avatar_url) <= 2000)  -- The URL of the author’s picture, the same in all of their reviews
) STRICT;

-- Reviews of programs. An author may review a program more than once. Only published reviews appear.
CREATE TABLE reviews (
  id                TEXT PRIMARY KEY CHECK (id GLOB 'rev_?*' AND substr(id, 5) NOT GLOB '*[^A-Za-z0-9_-]*' AND length(id) <= 200),  -- Its identifier in paths: rev_ followed by letters, digits, _ or -
  program           TEXT NOT NULL REFERENCES programs (slug) ON UPDATE CASCADE,  -- The reviewed program
  author            TEXT NOT NULL REFERENCES authors (username) ON UPDATE CASCADE,  -- The author
  rating            REAL NOT NULL CHECK (rating BETWEEN 1 AND 5 AND rating * 2 = round(rating * 2)),  -- From 1 to 5, in steps of 0.5
  title             TEXT NOT NULL DEFAULT '' CHECK (length(title) <= 1000),  -- A headline
  months_in_program INTEGER CHECK (months_in_program BETWEEN 0 AND 1200),  -- How many months the author had been in the program
  paid_on_time      TEXT CHECK (paid_on_time IN ('yes', 'sometimes', 'no')),  -- Whether the program paid the author on time
  approval_days     INTEGER CHECK (approval_days BETWEEN 0 AND 36500),  -- How many days the author waited for approval
  upvotes           INTEGER NOT NULL DEFAULT 0 CHECK (upvotes BETWEEN 0 AND 9007199254740991),  -- The number of readers who found it helpful
  status            TEXT NOT NULL DEFAULT 'published' CHECK (status IN ('published', 'pending', 'rejected')),  -- Only published reviews appear and count towards ratings
  created_at        TEXT NOT NULL CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),  -- When it was written; lists show the newest first
  updated_at        TEXT NOT NULL CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]Z'),  -- When the entry was last changed
  body              TEXT NOT NULL DEFAULT '' CHECK (length(body) <= 20000)  -- The review in plain text
) STRICT;

-- Reviews in the order in which a program shows them. The last two columns save a build from reading every review.
CREATE INDEX reviews_by_program ON reviews (program, status, created_at DESC, id, rating, updated_at);
CREATE INDEX reviews_by_author ON reviews (author);

-- The old slugs of records that were renamed, merged into another record or removed. A target can be an old slug too. No
-- record has a slug that is in this table, and targets never lead back to where they started.
CREATE TABLE redirects (
  kind       TEXT NOT NULL CHECK (kind IN ('organizations', 'categories', 'programs', 'reviews')),
  slug       TEXT NOT NULL CHECK (length(slug) <= 200),  -- the old slug; for a review, its ID
  target     TEXT CHECK (length(target) <= 200),         -- the slug of the record of this kind to go to; NULL if there is none
  was_public INTEGER NOT NULL DEFAULT 1 CHECK (was_public IN (0, 1)),  -- 0 if visitors never saw the old slug, so that it stays secret
  PRIMARY KEY (kind, slug)
) STRICT, WITHOUT ROWID;

CREATE INDEX redirects_by_target ON redirects (kind, target);

-- The tables from here on are the application's own records of how this file was edited. They are not content: a file that
-- another tool wrote may lack them.

-- Changes: batches of edits that were made together, oldest first. The edits of the import that made the file are not here.
CREATE TABLE changes (
  id      INTEGER PRIMARY KEY,
  at      TEXT NOT NULL,  -- a timestamp
  by      TEXT,           -- the user who ran the command
  command TEXT NOT NULL,  -- what made the change: import, set, undo …
  source  TEXT,           -- the name of the source, if it is an import
  because TEXT,           -- why, in the user's words
  undoes  INTEGER         -- the change that this change undoes
) STRICT;

-- The edits of each change, in order. A record that was renamed has its new slug as key.
CREATE TABLE edits (
  seq    INTEGER PRIMARY KEY,
  change INTEGER NOT NULL REFERENCES changes (id) ON DELETE CASCADE,
  kind   TEXT NOT NULL CHECK (kind IN ('organizations', 'categories', 'programs', 'reviews')),
  key    TEXT NOT NULL,  -- the slug or id of the record
  before TEXT,           -- the earlier values of the columns that changed, as a JSON object; NULL for a new record
  after  TEXT            -- their new values; NULL for a removed record. Both are NULL if the values were erased
) STRICT;

CREATE INDEX edits_by_change ON edits (change);
CREATE INDEX edits_by_record ON edits (kind, key);

-- The redirects that a change replaced, removed or set itself, in order. Those that follow from its edits are not here.
CREATE TABLE redirect_edits (
  seq    INTEGER PRIMARY KEY,
  change INTEGER NOT NULL REFERENCES changes (id) ON DELETE CASCADE,
  kind   TEXT NOT NULL CHECK (kind IN ('organizations', 'categories', 'programs', 'reviews')),
  slug   TEXT NOT NULL,
  before TEXT,           -- the earlier redirect as JSON, such as {"target":"acme","was_public":1}; NULL if there was none
  after  TEXT            -- the new redirect
) STRICT;

CREATE INDEX redirect_edits_by_change ON redirect_edits (change);

-- Where imported records come from: a feed, a spreadsheet, a folder of files.
CREATE TABLE sources (
  name         TEXT PRIMARY KEY,
  path         TEXT NOT NULL,  -- the file or folder that was imported last
  mapping      TEXT,           -- which column of a spreadsheet is which field, as JSON; NULL if it needs none
  imported_at  TEXT NOT NULL,  -- a timestamp
  usual_values TEXT            -- the values that nearly all of its programs have, as JSON; NULL if it collects none from others
) STRICT;

-- What each source said about a record at its last import, as a JSON object of the fields that it knew.
CREATE TABLE statements (
  source TEXT NOT NULL REFERENCES sources (name) ON UPDATE CASCADE ON DELETE CASCADE,
  kind   TEXT NOT NULL CHECK (kind IN ('organizations', 'categories', 'programs', 'reviews')),
  key    TEXT NOT NULL,  -- the slug or id that the source uses, even if the record was renamed here
  said   TEXT NOT NULL,
  PRIMARY KEY (source, kind, key)
) STRICT;

-- Fields that a source and a user have both changed. The record keeps the user's value until the conflict is settled.
CREATE TABLE conflicts (
  source TEXT NOT NULL REFERENCES sources (name) ON UPDATE CASCADE ON DELETE CASCADE,
  kind   TEXT NOT NULL CHECK (kind IN ('organizations', 'categories', 'programs', 'reviews')),
  key    TEXT NOT NULL,
  field  TEXT NOT NULL,
  theirs TEXT NOT NULL,  -- the source's value, as JSON
  at     TEXT NOT NULL,  -- the time of the import that found it
  PRIMARY KEY (source, kind, key, field)
) STRICT, WITHOUT ROWID;
