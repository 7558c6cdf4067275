import { describe, expect, test } from 'vitest';
import { contentId } from '../../src/snapshot/content-id.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { made, type SomeRecords, snapshotOf, tamper, write } from './made.ts';

const RECORDS: Required<SomeRecords> = {
	organizations: [made('organizations'), made('organizations', { slug: 'other', name: 'Other' })],
	categories: [made('categories'), made('categories', { slug: 'art', name: 'Art' })],
	programs: [
		made('programs', { categories: ['tools', 'art'] }),
		made('programs', { slug: 'second', status: 'draft', commission_rate: 12.5 }),
	],
	reviews: [made('reviews'), made('reviews', { id: 'rev_2', author_username: 'bob', author_display_name: 'Bob' })],
};

const idOf = (file: string) => withSnapshot(file, contentId);
const ID = /^[0-9a-f]{12}$/;

describe('contentId', () => {
	test('is the same if the same records are written in another order, in several steps or over older records', () => {
		const id = idOf(snapshotOf(RECORDS));
		expect(id).toMatch(ID);
		const { organizations, categories, programs, reviews } = RECORDS;
		const turned = {
			organizations: organizations.toReversed(),
			categories: categories.toReversed(),
			programs: programs.toReversed(),
			reviews: reviews.toReversed(),
		};
		expect(idOf(snapshotOf(turned))).toBe(id);

		const file = snapshotOf({ organizations, categories: [made('categories', { name: 'Old' })] });
		write(file, { categories: categories.toReversed(), programs });
		write(file, { reviews: [made('reviews', { author_username: 'former' })] });
		write(file, { reviews });
		expect(idOf(file)).toBe(id);
	});

	test('does not depend on the metadata of a file, nor on its bytes', () => {
		const file = snapshotOf(RECORDS);
		const id = idOf(file);
		tamper(
			file,
			`UPDATE meta SET value = '2031-01-01T00:00:00Z' WHERE key <> 'schema_version';
			 ALTER TABLE programs ADD COLUMN colour TEXT DEFAULT 'red';
			 CREATE TABLE notes (text TEXT);
			 PRAGMA page_size = 8192;
			 VACUUM`,
		);
		expect(idOf(file)).toBe(id);
	});

	test.each([
		"UPDATE organizations SET plan = 'pro' WHERE slug = 'other'",
		"UPDATE programs SET commission_rate = 12 WHERE slug = 'second'",
		"UPDATE program_categories SET position = 3 WHERE category = 'tools'",
		"INSERT INTO offers (program, position, rate) VALUES ('second', 1, 40)",
		"UPDATE authors SET display_name = 'Bobby' WHERE username = 'bob'",
		"UPDATE reviews SET body = 'Good' WHERE id = 'rev_2'",
		"INSERT INTO redirects (kind, slug, target) VALUES ('programs', 'first', 'second')",
	])('differs after %s', (sql) => {
		const file = snapshotOf(RECORDS);
		const id = idOf(file);
		tamper(file, sql);
		expect(idOf(file)).toMatch(ID);
		expect(idOf(file)).not.toBe(id);
	});
});
