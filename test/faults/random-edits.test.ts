import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { buildRelease } from '../../src/build/build.ts';
import { Random } from '../../src/generate/random.ts';
import { generateSnapshot } from '../../src/generate/snapshot.ts';
import { contentRoot } from '../../src/release/content-root.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { succeed } from '../support/run-command.ts';

/** How many times the directory is edited and built. */
const EDITS = Number(process.env.EDITS ?? 8);

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
	(pick) =>
		`UPDATE reviews SET status = iif(status = 'published', 'pending', 'published') WHERE id = ${pick('reviews')}`,
];

const KEYS: { readonly [table: string]: string } = { reviews: 'id' };

test('After random edits, a release built over others equals one built from nothing, byte for byte', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'edits-'));
	const [snapshot, out] = [join(folder, 'snapshot.sqlite'), join(folder, 'out')];
	mkdirSync(out);
	const random = new Random(Number(process.env.SEED ?? 1), 'edits');
	generateSnapshot(snapshot, { programs: 40, reviews: 120, seed: 1 });
	const build = async (to: string) => {
		const options = { snapshot, out: to, siteUrl: 'https://a.example' };
		const result = await buildRelease(options, async (_, work) => work(() => {}));
		if (!('manifest' in result))
			throw new Error(`The build was ${result.outcome}: ${JSON.stringify(result.report.errors)}`);
		return releaseFolder(to, result.manifest.id);
	};
	await build(out);
	for (let edit = 1; edit <= EDITS; edit++) {
		const db = new Database(snapshot);
		const pick = (table: string) => {
			const keys = db
				.prepare<[], string>(`SELECT ${KEYS[table] ?? 'slug'} FROM ${table} ORDER BY 1`)
				.pluck()
				.all();
			return `'${random.pick(keys)}'`;
		};
		for (let change = random.between(1, 4); change > 0; change--) {
			db.exec(random.pick(EDIT_KINDS)(pick, edit * 10 + change));
		}
		db.close();
		const whole = join(folder, `whole-${edit}`);
		mkdirSync(whole);
		const [over, fresh] = [await build(out), await build(whole)];
		expect(await contentRoot(over), `edit ${edit}`).toBe(await contentRoot(fresh));
		if (edit === EDITS) await expectSameExports(folder, out, whole);
		rmSync(whole, { recursive: true });
	}
	rmSync(folder, { recursive: true });
});

async function expectSameExports(folder: string, one: string, other: string): Promise<void> {
	const filesOf = async (out: string, name: string) => {
		const site = join(folder, name);
		await succeed('export', ['--out', out, '--site', site]);
		const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
		const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
		return new Map(paths.map((path) => [path.slice(site.length), readFileSync(path).toString('base64')]));
	};
	const [first, second] = [await filesOf(one, 'one'), await filesOf(other, 'other')];
	expect([...first.keys()]).toEqual([...second.keys()]);
	// The list of exported files is in the order in which they were written.
	expect([...first].filter(([path, file]) => path !== '/.exported' && second.get(path) !== file)).toEqual([]);
}
