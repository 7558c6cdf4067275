import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../src/catalog/records.ts';
import { csvSource } from '../../../src/snapshot/import/csv.ts';
import { readAll } from './read-all.ts';

/** The IDs of the reviews in a file with these rows. */
function idsOf(rows: readonly string[], header = 'program,author_username,created_at,rating'): unknown[] {
	const source = csvSource('reviews.csv', 'reviews' as Kind, () => Buffer.from([header, ...rows].join('\n')));
	const { records, problems } = readAll(source, 'reviews');
	expect(problems).toEqual([]);
	return records.map(({ raw }) => raw.id);
}

describe('Reviews without an ID', () => {
	const rows = ['acme,ada,2026-01-02,4', 'acme,bob,2026-01-02,5', 'lumo,ada,2026-01-02,4'];

	test('get one each', () => {
		const ids = idsOf(rows);
		expect(new Set(ids).size).toBe(3);
		for (const id of ids) expect(id).toMatch(/^rev_[0-9a-f]{12}$/);
	});

	test('get the same one again, in any order, and if their rating has changed', () => {
		const changed = rows.map((row) => row.replace(/\d$/, '3')).toReversed();
		expect(idsOf(changed)).toEqual(idsOf(rows).toReversed());
	});

	test('get one each if an author has written two on one day', () => {
		const [first, second] = idsOf(['acme,ada,2026-01-02,4', 'acme,ada,2026-01-02,2']);
		expect(second).not.toBe(first);
	});

	test('may be among others with an ID, which they keep', () => {
		const ids = idsOf(['rev_7,acme,ada,4', ',acme,bob,5'], 'id,program,author_username,rating');
		expect(ids[0]).toBe('rev_7');
		expect(ids[1]).toMatch(/^rev_[0-9a-f]{12}$/);
	});
});
