/** Reads the published records of a release, and applies changes to them like a client that mirrors the directory. */

import { changeItems } from '../../src/api/changes.ts';
import type { StoredChange } from '../../src/catalog/change.ts';
import type { Change } from '../../src/client/index.ts';
import { apiFile } from '../../src/release/api-database.ts';
import { ApiStore } from '../../src/release/api-store.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { jsonContent } from '../../src/shared/http/content.ts';

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
	using api = new ApiStore(apiFile(releaseFolder(out, id)));
	const records = new Map<string, Data>();
	for (const { path, body } of api.responses()) {
		const [, segment, key] = path.split('/');
		if (key !== undefined) records.set(`${KINDS[segment!]} ${key}`, JSON.parse(body.toString()).data);
	}
	return records;
}

/** Applies changes to an export in the form in which the API returns them. @param current the present export */
export function applyChanges(exported: Exported, changes: readonly StoredChange[], current: Exported): Exported {
	const records = new Map(exported);
	for (const { kind, id, op, fields } of returnedChanges(changes, current)) {
		const key = `${kind} ${id}`;
		if (op === 'removed') records.delete(key);
		if (fields === undefined) continue;
		const values = Object.entries(fields).map(([name, [, after]]) => [name, after]);
		records.set(key, { ...records.get(key), ...Object.fromEntries(values) });
	}
	return records;
}

function returnedChanges(changes: readonly StoredChange[], current: Exported): Change[] {
	const items = changeItems(changes, (path) => {
		const [, segment, id] = path.split('/');
		const data = current.get(`${KINDS[segment!]} ${id}`);
		return data && jsonContent(Buffer.from(JSON.stringify({ data })), 'kept', 'tag');
	});
	const text = Buffer.alloc(items.length);
	items.copyTo(text, 0);
	return JSON.parse(`[${text}]`);
}
