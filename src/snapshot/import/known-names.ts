import { existsSync } from 'node:fs';
import { withSnapshot } from '../open.ts';
import {
	type KnownName,
	type KnownProgram,
	type KnownRecordNames,
	type NamedProgram,
	NOTHING_KNOWN,
} from './table/identities.ts';

/**
 * Reads the names and sites of a snapshot's records, so that rows of tables can be recognized.
 *
 * @param source the name of the source whose rows these are
 */
export function readKnownNames(snapshot: string, source: string): KnownRecordNames {
	if (!existsSync(snapshot)) return NOTHING_KNOWN;
	return withSnapshot(snapshot, (db) => ({
		programs: db
			.prepare<[], KnownProgram>('SELECT slug, name, website_url, organization FROM programs ORDER BY slug')
			.all(),
		said: db
			.prepare<[string], NamedProgram>(
				`SELECT key AS slug, said ->> 'name' AS name, said ->> 'website_url' AS website_url
				 FROM statements WHERE source = ? AND kind = 'programs' AND name IS NOT NULL AND website_url IS NOT NULL
				 ORDER BY key`,
			)
			.all(source),
		organizations: db.prepare<[], KnownName>('SELECT slug, name FROM organizations ORDER BY slug').all(),
		categories: db.prepare<[], KnownName>('SELECT slug, name FROM categories ORDER BY slug').all(),
	}));
}
