-- Each time another snapshot was published. The numbers have no gaps. The first publication has no changes.
CREATE TABLE publications (
	seq INTEGER PRIMARY KEY,
	snapshot TEXT NOT NULL,
	release TEXT NOT NULL,
	at TEXT NOT NULL,
	-- How many changes of each kind there have been so far, including those of this publication.
	category INTEGER NOT NULL,
	organization INTEGER NOT NULL,
	program INTEGER NOT NULL,
	review INTEGER NOT NULL,
	total INTEGER NOT NULL AS (category + organization + program + review)
) STRICT;
CREATE INDEX publications_by_snapshot ON publications (snapshot);
CREATE INDEX publications_by_total ON publications (total);
CREATE INDEX publications_by_time ON publications (at);

-- In order: by publication, then by kind. So the columns of publications say which numbers theirs have.
CREATE TABLE changes (
	number INTEGER PRIMARY KEY,
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	op TEXT NOT NULL CHECK (op IN ('added', 'changed', 'removed')),
	-- JSON: {name: [before, after]}. NULL if there are none, or if the record was removed later.
	fields TEXT,
	-- The former slug or ID of an added record that was renamed.
	renamed_from TEXT,
	-- The slug or ID of the record that replaced a removed one, if it was renamed or merged.
	successor TEXT,
	-- Whether only mirrors get this change. If so, its values are erased: each is [null, null].
	hidden INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX changes_by_record ON changes (kind, id);

-- The other records that the values of a change name, such as the organization of a program.
CREATE TABLE mentions (
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	number INTEGER NOT NULL,
	PRIMARY KEY (kind, id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_by_number ON mentions (number);
PRAGMA user_version = 2;

INSERT INTO publications (seq, snapshot, release, at, category, organization, program, review)
	VALUES (1, 'a', 'of a', '2026-05-01T12:00:00Z', 0, 0, 0, 0), (2, 'b', 'of b', '2026-05-01T12:00:00Z', 0, 0, 2, 0);
INSERT INTO changes (number, kind, id, op, fields) VALUES
	(1, 'program', 'acme', 'added', NULL),
	(2, 'program', 'other', 'changed', '{"organization":[null,{"slug":"org","name":"Org"}]}');
INSERT INTO mentions VALUES ('organization', 'org', 2);
