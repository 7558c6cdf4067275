/** Merges packs of bodies into one. */
import { createBodyPack, finishBodyPack, TABLES } from './body-pack.ts';

/**
 * Writes a pack with the rows of several packs. The row for each path or item comes from the newest pack that has one.
 *
 * @param file the file of the new pack
 * @param packs the files of the packs to merge, newest first
 * @param isOldest whether the release has no older packs. If so, rows that mark removals are left out
 */
export function mergeBodyPacks(file: string, packs: readonly string[], isOldest: boolean): void {
	const db = createBodyPack(file);
	packs.forEach((pack, age) => {
		db.prepare(`ATTACH ? AS pack${age}`).run(pack);
	});
	for (const [table, key] of Object.entries(TABLES)) {
		const parts = packs.map((_, age) => {
			const newer = Array.from({ length: age }, (_, i) => `pack${i}.${table}`);
			const conditions = newer.map((name) => `NOT EXISTS (SELECT 1 FROM ${name} WHERE ${key} = o.${key})`);
			if (isOldest) conditions.push('o.body IS NOT NULL');
			return `SELECT o.* FROM pack${age}.${table} o WHERE ${conditions.join(' AND ') || 'TRUE'}`;
		});
		// Inserting items is fastest when they are sorted by ID.
		const order = table === 'items' ? 'ORDER BY id' : '';
		db.exec(`INSERT INTO ${table} ${parts.join(' UNION ALL ')} ${order}`);
	}
	finishBodyPack(db);
}
