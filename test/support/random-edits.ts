/** Makes random edits in a snapshot. They use SQL, as other tools do. */
import Database from 'better-sqlite3';
import type { Random } from '../generate/random.ts';

/**
 * Returns the SQL of an edit. `pick` returns the key of a random row of a table, as an SQL string. `n` is a number that
 * no other edit has.
 */
type Edit = (pick: (table: string) => string, n: number) => string;

const EDIT_KINDS: readonly Edit[] = [
	(pick, n) => `UPDATE programs SET description = description || ' word${n}' WHERE slug = ${pick('programs')}`,
	(pick, n) => `UPDATE programs SET name = 'Renamed ${n}' WHERE slug = ${pick('programs')}`,
	(pick, n) => `UPDATE programs SET commission_rate = ${n % 70}, views = ${n * 7} WHERE slug = ${pick('programs')}`,
	(pick) => `UPDATE programs SET featured = 1 - featured, views = 5 WHERE slug = ${pick('programs')}`,
	(pick) => `UPDATE programs SET status = iif(status = 'draft', 'published', 'draft') WHERE slug = ${pick('programs')}`,
	(pick) => `UPDATE programs SET organization = ${pick('organizations')} WHERE slug = ${pick('programs')}`,
	(pick, n) => `INSERT INTO programs (slug, name, organization, commission_type, website_url, created_at, updated_at)
		SELECT 'new-${n}', 'New ${n}', slug, 'recurring', 'https://new${n}.example/', created_at, created_at
		FROM organizations WHERE slug = ${pick('organizations')}`,
	(pick) => `UPDATE programs SET tracking_platform = iif(tracking_platform = 'impact', 'awin', 'impact')
		WHERE slug = ${pick('programs')}`,
	(pick, n) => `UPDATE programs SET slug = 'moved-${n}' WHERE slug = ${pick('programs')}`,
	(pick, n) => renaming('programs', pick('programs'), `'renamed-${n}'`),
	(pick, n) => renaming('categories', pick('categories'), `'renamed-${n}'`),
	(pick, n) => renaming('reviews', pick('reviews'), `'rev_renamed-${n}'`),
	(pick, n) => `INSERT INTO redirects (kind, slug, target) VALUES ('programs', 'old-${n}', ${pick('programs')})`,
	(pick, n) => `INSERT INTO redirects (kind, slug, target) VALUES ('reviews', 'rev_old-${n}', ${pick('reviews')})`,
	(_, n) =>
		`INSERT INTO redirects (kind, slug, target) SELECT kind, 'older-${n}', slug FROM redirects WHERE kind <> 'reviews' LIMIT 1`,
	() => 'UPDATE redirects SET target = NULL WHERE (kind, slug) = (SELECT kind, max(slug) FROM redirects)',
	() => 'DELETE FROM redirects WHERE (kind, slug) = (SELECT kind, min(slug) FROM redirects)',
	(pick) => removal(pick('programs')),
	// The new program may get the row ID of the removed program.
	(pick, n) => `${removal('(SELECT slug FROM programs ORDER BY rowid DESC LIMIT 1)')};
		INSERT INTO programs (slug, name, organization, commission_type, website_url, created_at, updated_at)
		SELECT 'instead-${n}', 'Instead ${n}', slug, 'recurring', 'https://new${n}.example/', created_at, created_at
		FROM organizations WHERE slug = ${pick('organizations')}`,
	(pick, n) => `INSERT INTO organizations (slug, name, created_at)
		SELECT 'maker-${n}', 'Maker ${n}', created_at FROM organizations WHERE slug = ${pick('organizations')}`,
	(pick, n) => `UPDATE organizations SET name = 'Organization ${n}' WHERE slug = ${pick('organizations')}`,
	(pick, n) => `UPDATE organizations SET slug = 'brand-${n}' WHERE slug = ${pick('organizations')}`,
	(pick, n) => `UPDATE organizations SET description = 'About ${n}' WHERE slug = ${pick('organizations')}`,
	() => 'DELETE FROM organizations WHERE slug NOT IN (SELECT organization FROM programs)',
	(pick, n) => `UPDATE categories SET name = 'Category ${n}' WHERE slug = ${pick('categories')}`,
	(_, n) => `INSERT INTO categories (slug, name) VALUES ('category-${n}', 'Category ${n}')`,
	(pick) => `DELETE FROM program_categories WHERE category = (${pick('categories')});
		DELETE FROM categories WHERE slug NOT IN (SELECT category FROM program_categories)`,
	(pick) => `DELETE FROM program_categories WHERE program = ${pick('programs')} AND position = 1`,
	// Earlier edits may have removed all categories.
	(pick) => `INSERT OR IGNORE INTO program_categories
		SELECT p.slug, 40, c.slug FROM programs p, categories c WHERE p.slug = ${pick('programs')} AND c.slug = ${pick('categories')}`,
	(pick, n) => `INSERT OR REPLACE INTO offers (program, position, rate, condition)
		SELECT slug, ${1 + (n % 3)}, ${n % 50}, 'Tier ${n}' FROM programs WHERE slug = ${pick('programs')}`,
	(pick) => `DELETE FROM offers WHERE program = ${pick('programs')} AND position > 1`,
	(pick, n) => `UPDATE reviews SET body = 'Body ${n}', rating = ${1 + (n % 9) / 2} WHERE id = ${pick('reviews')}`,
	(pick) => `UPDATE reviews SET created_at = '2020-01-01T00:00:00Z' WHERE id = ${pick('reviews')}`,
	(pick) => `UPDATE reviews SET program = ${pick('programs')} WHERE id = ${pick('reviews')}`,
	(pick) => `DELETE FROM reviews WHERE id = ${pick('reviews')}`,
	(pick, n) => `INSERT INTO reviews (id, program, author, rating, created_at, updated_at)
		SELECT 'rev_new${n}', program, author, 3, created_at, updated_at FROM reviews WHERE id = ${pick('reviews')}`,
	(pick) =>
		`UPDATE reviews SET status = iif(status = 'published', 'pending', 'published') WHERE id = ${pick('reviews')}`,
	(pick, n) =>
		`UPDATE authors SET display_name = 'Author ${n}' WHERE username = (SELECT author FROM reviews WHERE id = ${pick('reviews')})`,
];

function removal(program: string): string {
	return `CREATE TEMP TABLE gone AS SELECT ${program} AS slug;
		DELETE FROM reviews WHERE program IN (SELECT slug FROM gone);
		DELETE FROM program_categories WHERE program IN (SELECT slug FROM gone);
		DELETE FROM offers WHERE program IN (SELECT slug FROM gone);
		DELETE FROM programs WHERE slug IN (SELECT slug FROM gone);
		DROP TABLE gone`;
}

/** Renames a record, and redirects its old slug. */
function renaming(kind: string, from: string, to: string): string {
	return `INSERT INTO redirects (kind, slug, target) VALUES ('${kind}', ${from}, ${to});
		UPDATE ${kind} SET ${KEYS[kind] ?? 'slug'} = ${to} WHERE ${KEYS[kind] ?? 'slug'} = ${from}`;
}

/** Repairs the redirects that an edit has broken: those to records that are gone, and those from the slugs of records. */
const REPAIRS = ['organizations', 'categories', 'programs', 'reviews']
	.map((kind) => {
		const slugs = `(SELECT ${kind === 'reviews' ? 'id' : 'slug'} FROM ${kind})`;
		return `DELETE FROM redirects WHERE kind = '${kind}' AND slug IN ${slugs};
			UPDATE redirects SET target = NULL WHERE kind = '${kind}' AND target NOT IN ${slugs}
			AND target NOT IN (SELECT slug FROM redirects WHERE kind = '${kind}')`;
	})
	.join(';\n');

const KEYS: { readonly [table: string]: string } = { reviews: 'id' };

/**
 * Returns a function that makes a few random edits of the given kinds in a snapshot. That function returns the edits'
 * SQL.
 */
export function editorOf(random: Random, kinds: readonly Edit[] = EDIT_KINDS): (snapshot: string) => string {
	let edits = 0;
	return (snapshot) => {
		const db = new Database(snapshot);
		db.pragma('foreign_keys = ON');
		const pick = (table: string) => {
			const keys = db
				.prepare<[], string>(`SELECT ${KEYS[table] ?? 'slug'} FROM ${table} ORDER BY 1`)
				.pluck()
				.all();
			return `'${random.pick(keys)}'`;
		};
		const done: string[] = [];
		for (let change = random.between(1, 4); change > 0; change--) {
			const sql = random.pick(kinds)(pick, ++edits);
			db.exec(sql);
			db.exec(REPAIRS);
			done.push(sql);
		}
		db.close();
		return done.join(';\n');
	};
}
