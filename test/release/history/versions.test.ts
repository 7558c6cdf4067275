import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { CHANGE_KINDS } from '../../../src/catalog/change.ts';
import { HistoryReader } from '../../../src/release/history/history-reader.ts';
import { HistoryWriter } from '../../../src/release/history/history-writer.ts';
import { temporaryFolder } from '../../snapshot/made.ts';

const VERSIONS = join(import.meta.dirname, 'versions');

test.each(globSync('*.sql', { cwd: VERSIONS }))('The history of version %s is read and continued', (version) => {
	const folder = temporaryFolder();
	const file = join(folder, 'history.sqlite');
	new Database(file).exec(readFileSync(join(VERSIONS, version), 'utf8')).close();
	{
		using writer = new HistoryWriter(file);
		const publication = { snapshot: 'c', release: 'of c', at: '2026-05-01T12:00:00Z' };
		writer.add(publication, [{ kind: 'organization', id: 'org', op: 'removed' }], 90);
	}
	const reader = new HistoryReader(file);
	const changes = reader.since({ snapshot: 'a' }, new Set(CHANGE_KINDS), 0, 10)?.changes;
	reader.close();
	expect(changes?.map(({ op, id, fields }) => [op, id, fields])).toEqual([
		['added', 'acme', null],
		['changed', 'other', '{"organization":[null,null]}'],
		['removed', 'org', null],
	]);
});
