/** Imports of files with the former slugs of renamed records. */
import { expect, test } from 'vitest';
import type { Kind } from '../../../src/catalog/records.ts';
import { importInto } from '../../../src/snapshot/import/import-into.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder } from '../../../src/snapshot/read.ts';
import { lockSnapshot } from '../../../src/snapshot/write.ts';
import { NOW, snapshotOf, tamper } from '../made.ts';
import { type CsvFiles, csvSources } from './read-all.ts';

/** The smallest snapshot, in which each record had another slug before, and a program is gone. */
function renamedSnapshot(): string {
	const file = snapshotOf();
	tamper(
		file,
		`INSERT INTO redirects (kind, slug, target) VALUES
			('organizations', 'acme-inc', 'acme'), ('categories', 'software', 'tools'), ('categories', 'apps', 'software'),
			('programs', 'acme-old', 'acme-partners'), ('programs', 'acme-older', 'acme-old'), ('programs', 'gone', NULL),
			('reviews', 'rev_0', 'rev_1')`,
	);
	return file;
}

function importFiles(snapshot: string, files: CsvFiles) {
	const options = { snapshot, sources: csvSources(files), source: { name: 'feed', path: '/feed' }, now: NOW };
	return lockSnapshot(snapshot, (write) => importInto(options, write)).plan;
}

function find<K extends Kind>(snapshot: string, kind: K, key: string) {
	return withSnapshot(snapshot, (db) => recordFinder(db)(kind, key));
}

test('A former slug changes the record that has the new one, and keeps its slug', () => {
	const snapshot = renamedSnapshot();
	const { problems, added, changed } = importFiles(snapshot, {
		organizations: 'slug,name\nacme-inc,Acme Inc\n',
		categories: 'slug,name\napps,Apps\n',
		programs: 'slug,commission_rate\nacme-older,12\n',
		reviews: 'id,rating\nrev_0,2\n',
	});
	expect(problems).toEqual([]);
	expect(added).toEqual({ organizations: 0, categories: 0, programs: 0, reviews: 0 });
	expect(changed).toEqual({ organizations: 1, categories: 1, programs: 1, reviews: 1 });
	expect(find(snapshot, 'organizations', 'acme')).toMatchObject({ slug: 'acme', name: 'Acme Inc' });
	expect(find(snapshot, 'programs', 'acme-partners')).toMatchObject({ slug: 'acme-partners', commission_rate: 12 });
	expect(find(snapshot, 'reviews', 'rev_1')).toMatchObject({ id: 'rev_1', rating: 2 });
	expect(find(snapshot, 'programs', 'acme-older')).toBeUndefined();
});

test('Former slugs in references mean the renamed records, and each category only once', () => {
	const snapshot = renamedSnapshot();
	const { problems } = importFiles(snapshot, {
		programs:
			'slug,name,organization,categories,commission_type,website_url\nnew,New,acme-inc,apps;tools,recurring,https://new.example\n',
		reviews: `id,program,author_username,rating,created_at\nrev_2,acme-old,ada,4,2026-01-01\n`,
	});
	expect(problems).toEqual([]);
	expect(find(snapshot, 'programs', 'new')).toMatchObject({ organization: 'acme', categories: ['tools'] });
	expect(find(snapshot, 'reviews', 'rev_2')).toMatchObject({ program: 'acme-partners' });
});

test.each(['acme-old,1\nacme-partners,2\nacme-older,3', 'acme-partners,2\nacme-old,1'])(
	'If a file also has the record, its row counts, and not those of former slugs: %j',
	(rows) => {
		const snapshot = renamedSnapshot();
		const { problems, changed } = importFiles(snapshot, { programs: `slug,commission_rate\n${rows}\n` });
		expect(problems).toEqual([]);
		expect(changed.programs).toBe(1);
		expect(find(snapshot, 'programs', 'acme-partners')).toMatchObject({ commission_rate: 2 });
	},
);
