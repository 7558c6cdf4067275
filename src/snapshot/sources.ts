/** The sources of imported records: what each of them said last, and which of its values a user has changed, too. */
import type Database from 'better-sqlite3';
import type { Kind } from '../catalog/records.ts';
import { redirectsThrough } from './redirects.ts';

/** Something that is imported again and again: a feed, a spreadsheet, a folder of files. */
export interface NamedSource {
	readonly name: string;
	/** The absolute path of the file or folder that was imported last. */
	readonly path: string;
	/** Which columns of its tables are which fields: a list of mappings, as JSON. Null if it needs none. */
	readonly mapping: string | null;
	/** The values that nearly all of its programs had when they were last counted, as JSON. Null if it is no collection. */
	readonly usual_values: string | null;
	/** The time of the last import, as a timestamp. */
	readonly imported_at: string;
}

/** A field that a source and a user have both changed. The record keeps the user's value until this is settled. */
export interface Conflict {
	readonly source: string;
	readonly kind: Kind;
	/** The slug or ID of the record. */
	readonly key: string;
	readonly field: string;
	/** The source's value, as JSON. */
	readonly theirs: string;
	/** The time of the import that found it, as a timestamp. */
	readonly at: string;
}

export interface SourceWriter {
	/** Adds a source, or updates it. */
	save(source: NamedSource): void;
	/** Stores what a source says about a record. @param key the slug or ID that the source uses @param said a JSON object of fields */
	say(source: string, kind: Kind, key: string, said: string): void;
	/** Removes all statements of a source about a record, because the source no longer has it. */
	forget(source: string, kind: Kind, key: string): void;
	/** Adds a conflict. It replaces an earlier one of the same source and field. */
	add(conflict: Conflict): void;
	/** Removes a conflict, because it is settled. */
	settle(conflict: Pick<Conflict, 'source' | 'kind' | 'key' | 'field'>): void;
	/** Removes the values of all statements about a record, and its conflicts. The statements stay, so that no import adds it. */
	erase(kind: Kind, key: string): void;
	/** Keeps the conflicts of a record that gets another slug. */
	rename(kind: Kind, slug: string, renamed: string): void;
}

export function sourceWriter(db: Database.Database): SourceWriter {
	const save = db.prepare<NamedSource>(
		`INSERT INTO sources (name, path, mapping, usual_values, imported_at)
		 VALUES (:name, :path, :mapping, :usual_values, :imported_at)
		 ON CONFLICT (name) DO UPDATE SET path = excluded.path, mapping = excluded.mapping,
		   usual_values = excluded.usual_values, imported_at = excluded.imported_at`,
	);
	const say = db.prepare(
		`INSERT INTO statements (source, kind, key, said) VALUES (?, ?, ?, ?)
		 ON CONFLICT DO UPDATE SET said = excluded.said`,
	);
	const forget = db.prepare('DELETE FROM statements WHERE source = ? AND kind = ? AND key = ?');
	const add = db.prepare<Conflict>(
		`INSERT INTO conflicts (source, kind, key, field, theirs, at) VALUES (:source, :kind, :key, :field, :theirs, :at)
		 ON CONFLICT DO UPDATE SET theirs = excluded.theirs, at = excluded.at`,
	);
	const settle = db.prepare<Pick<Conflict, 'source' | 'kind' | 'key' | 'field'>>(
		'DELETE FROM conflicts WHERE source = :source AND kind = :kind AND key = :key AND field = :field',
	);
	const empty = db.prepare("UPDATE statements SET said = '{}' WHERE kind = ? AND key = ?");
	const settleAll = db.prepare('DELETE FROM conflicts WHERE kind = ? AND key = ?');
	const rename = db.prepare('UPDATE OR REPLACE conflicts SET key = ? WHERE kind = ? AND key = ?');
	return {
		save: (source) => save.run(source),
		say: (...statement) => say.run(...statement),
		forget: (...statement) => forget.run(...statement),
		add: (conflict) => add.run(conflict),
		settle: ({ source, kind, key, field }) => settle.run({ source, kind, key, field }),
		erase(kind, key) {
			empty.run(kind, key);
			settleAll.run(kind, key);
		},
		rename: (kind, slug, renamed) => rename.run(renamed, kind, slug),
	};
}

export function findSource(db: Database.Database, name: string): NamedSource | undefined {
	return db.prepare<[string], NamedSource>('SELECT * FROM sources WHERE name = ?').get(name);
}

/** Returns a function that reads what a source said about a record at its last import, as JSON. */
export function statementFinder(
	db: Database.Database,
	source: string,
): (kind: Kind, key: string) => string | undefined {
	const find = db
		.prepare<[string, string, string], string>('SELECT said FROM statements WHERE source = ? AND kind = ? AND key = ?')
		.pluck();
	return (kind, key) => find.get(source, kind, key);
}

/** Reads the keys of all records of a kind that a source had at its last import. */
export function statedKeys(db: Database.Database, source: string, kind: Kind): Set<string> {
	const keys = db.prepare<[string, Kind], string>('SELECT key FROM statements WHERE source = ? AND kind = ?').pluck();
	return new Set(keys.iterate(source, kind));
}

/** Reads all conflicts that are not settled, by record. */
export function readConflicts(db: Database.Database): Conflict[] {
	return db.prepare<[], Conflict>('SELECT * FROM conflicts ORDER BY kind, key, field, source').all();
}

/** What a source said about a record at its last import. */
export interface SourceStatement {
	readonly source: string;
	/** The values of the fields that it gave. */
	readonly said: { readonly [field: string]: unknown };
}

/** Reads what all sources said about a record, also under its former slugs. */
export function statementsAbout(db: Database.Database, kind: Kind, key: string): SourceStatement[] {
	const keys = [key, ...redirectsThrough(db, kind, new Set([key]))];
	return db
		.prepare<[Kind, string], { readonly source: string; readonly said: string }>(
			'SELECT source, said FROM statements WHERE kind = ? AND key IN (SELECT value FROM json_each(?)) ORDER BY source',
		)
		.all(kind, JSON.stringify(keys))
		.map(({ source, said }) => ({ source, said: JSON.parse(said) }));
}
