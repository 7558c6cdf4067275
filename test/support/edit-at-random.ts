/** Random edits of snapshots, as another tool might make them. */
import type Database from 'better-sqlite3';
import type { Random } from '../../src/generate/random.ts';

/** SQL for edits of one kind. `pick` finds a random row of a table, and `n` is a number that no other edit has. */
type Edit = (pick: (table: string) => string, n: number) => string;

const EDIT_KINDS: readonly Edit[] = [
	(pick, n) => `UPDATE programs SET description = description || ' word${n}' WHERE slug = ${pick('programs')}`,
	(pick, n) => `UPDATE programs SET name = 'Renamed ${n}' WHERE slug = ${pick('programs')}`,
	(pick, n) => `UPDATE programs SET commission_rate = ${n % 70}, views = ${n * 7} WHERE slug = ${pick('programs')}`,
	(pick) => `UPDATE programs SET status = iif(status = 'draft', 'published', 'draft') WHERE slug = ${pick('programs')}`,
	(pick, n) => `INSERT INTO programs (slug, name, organization, commission_type, website_url, created_at, updated_at)
		SELECT 'new-${n}', 'New ${n}', slug, 'recurring', 'https://new${n}.example/', created_at, created_at
		FROM organizations WHERE slug = ${pick('organizations')}`,
	(pick, n) => `INSERT INTO organizations (slug, name, created_at)
		SELECT 'maker-${n}', 'Maker ${n}', created_at FROM organizations WHERE slug = ${pick('organizations')}`,
	(pick, n) => `UPDATE organizations SET name = 'Organization ${n}' WHERE slug = ${pick('organizations')}`,
	(pick, n) => `UPDATE categories SET name = 'Category ${n}' WHERE slug = ${pick('categories')}`,
	(pick) => `DELETE FROM program_categories WHERE program = ${pick('programs')} AND position = 1`,
	(pick, n) => `UPDATE reviews SET body = 'Body ${n}', rating = ${1 + (n % 9) / 2} WHERE id = ${pick('reviews')}`,
	(pick) => `DELETE FROM reviews WHERE id = ${pick('reviews')}`,
	(pick, n) => `UPDATE authors SET display_name = 'Author ${n}' WHERE username = (
		SELECT author FROM reviews WHERE id = ${pick('reviews')})`,
	(pick) => `UPDATE reviews SET program = ${pick('programs')} WHERE id = ${pick('reviews')}`,
	(pick) => `UPDATE programs SET organization = ${pick('organizations')}, tracking_platform = 'impact'
		WHERE slug = ${pick('programs')}`,
	(pick, n) => {
		const [from, to] = [pick('programs'), `'moved-${n}'`];
		return `PRAGMA foreign_keys = OFF; UPDATE programs SET slug = ${to} WHERE slug = ${from};
			UPDATE program_categories SET program = ${to} WHERE program = ${from};
			UPDATE reviews SET program = ${to} WHERE program = ${from}`;
	},
	(pick) => {
		const slug = pick('programs');
		return `PRAGMA foreign_keys = OFF; DELETE FROM reviews WHERE program = ${slug};
			DELETE FROM program_categories WHERE program = ${slug}; DELETE FROM programs WHERE slug = ${slug}`;
	},
	(pick) =>
		`UPDATE reviews SET status = iif(status = 'published', 'pending', 'published') WHERE id = ${pick('reviews')}`,
];

/** The key columns of tables that have no slug. */
const KEYS: { readonly [table: string]: string } = { reviews: 'id' };

/** Makes one to four edits. @param n a number that no other call has */
export function editAtRandom(db: Database.Database, random: Random, n: number): void {
	const pick = (table: string) => {
		const keys = db
			.prepare<[], string>(`SELECT ${KEYS[table] ?? 'slug'} FROM ${table} ORDER BY 1`)
			.pluck()
			.all();
		return `'${random.pick(keys)}'`;
	};
	for (let change = random.between(1, 4); change > 0; change--) {
		db.exec(random.pick(EDIT_KINDS)(pick, n * 10 + change));
	}
}
