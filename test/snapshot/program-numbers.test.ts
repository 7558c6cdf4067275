import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { slugNumbers } from '../../src/snapshot/program-numbers.ts';

function numbersAfter(sql: string, options = 'STRICT') {
	const db = new Database(':memory:');
	db.exec(`CREATE TABLE programs (slug TEXT PRIMARY KEY) ${options}; ${sql}`);
	const numbers = Object.fromEntries(slugNumbers(db, 'programs'));
	db.close();
	return numbers;
}

describe('The number of a program', () => {
	test('comes from its row, so it stays when other programs are added or removed', () => {
		const three = "INSERT INTO programs VALUES ('c'), ('b'), ('d')";
		expect(numbersAfter(three)).toEqual({ c: 0, b: 1, d: 2 });
		expect(numbersAfter(`${three}; DELETE FROM programs WHERE slug = 'b'; INSERT INTO programs VALUES ('a')`)).toEqual({
			c: 0,
			d: 2,
			a: 3,
		});
	});

	test('comes from the order of the slugs if the row ids have large gaps or are negative', () => {
		for (const id of [1_000_000_000, -5]) {
			expect(numbersAfter(`INSERT INTO programs (rowid, slug) VALUES (${id}, 'b'), (2, 'a')`)).toEqual({ a: 0, b: 1 });
		}
	});

	test('comes from the order of the slugs if the table has no row ids', () => {
		expect(numbersAfter("INSERT INTO programs VALUES ('b'), ('a')", 'STRICT, WITHOUT ROWID')).toEqual({ a: 0, b: 1 });
	});
});
