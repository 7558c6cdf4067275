import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BodyWriter } from '../../src/release/body-writer.ts';
import { countChangedRecords } from '../../src/release/changed-records.ts';

test('Records are counted that were added, changed or removed, and lists of records are not', () => {
	const folder = mkdtempSync(join(tmpdir(), 'bodies-'));
	const write = (name: string, records: { readonly [path: string]: object }) => {
		const file = join(folder, name);
		const writer = new BodyWriter(file);
		for (const [path, value] of Object.entries(records)) writer.addItemWithResource(path, value, { more: path });
		writer.addResource('/categories', Object.keys(records));
		writer.finish();
		return file;
	};
	const before = write('before', { '/programs/a': { n: 1 }, '/programs/b': { n: 1 }, '/programs/c': { n: 1 } });
	const after = write('after', { '/programs/a': { n: 1 }, '/programs/b': { n: 2 }, '/reviews/d': { n: 1 } });
	expect(countChangedRecords(before, after)).toEqual({ added: 1, changed: 1, removed: 1 });
	expect(countChangedRecords(undefined, after)).toEqual({ added: 3, changed: 0, removed: 0 });
	expect(countChangedRecords(join(folder, 'gone'), after)).toEqual({ added: 3, changed: 0, removed: 0 });
	rmSync(folder, { recursive: true });
});
