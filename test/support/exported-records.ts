/** Reads the published records of a release, and applies changes to them like a client that mirrors the directory. */

import { BodyStore } from '../../src/release/body-store.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { PackStore, packFiles } from '../../src/release/pack-store.ts';
import type { StoredChange } from '../../src/snapshot/history/change.ts';

type Data = { readonly [field: string]: unknown };

/** Records by kind and ID. A key looks like `program acme`. */
export type Exported = ReadonlyMap<string, Data>;

const KINDS: { readonly [segment: string]: string } = {
	categories: 'category',
	organizations: 'organization',
	programs: 'program',
	reviews: 'review',
};

/** Reads all published records of a release. */
export async function exportRelease(out: string, id: string): Promise<Exported> {
	const folder = releaseFolder(out, id);
	using packs = new PackStore(packFiles(folder, await readManifest(folder)));
	const records = new Map<string, Data>();
	for (const { path, body } of new BodyStore(packs).responses()) {
		const [, segment, key] = path.split('/');
		if (key !== undefined) records.set(`${KINDS[segment!]} ${key}`, JSON.parse(body.toString()).data);
	}
	return records;
}

/**
 * Applies changes to an export. Added records are taken from the current export, because a client would request them.
 */
export function applyChanges(exported: Exported, changes: readonly StoredChange[], current: Exported): Exported {
	const records = new Map(exported);
	for (const { kind, id, op, fields } of changes) {
		const key = `${kind} ${id}`;
		const record = op === 'added' ? current.get(key) : records.get(key);
		if (op === 'removed' || record === undefined) records.delete(key);
		else if (op === 'added') records.set(key, record);
		else if (fields !== null) {
			const values = Object.entries<[unknown, unknown]>(JSON.parse(fields)).map(([name, [, after]]) => [name, after]);
			records.set(key, { ...record, ...Object.fromEntries(values) });
		}
	}
	return records;
}
