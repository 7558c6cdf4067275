import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../../src/snapshot/history/change.ts';
import { copyHistory, historyParts, missingParts } from '../../../src/snapshot/history/history-copy.ts';
import { HistoryWriter } from '../../../src/snapshot/history/history-writer.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'history-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string) => join(folder, `${name}.sqlite`);

/** Adds a publication with changes of programs. */
function publish(file: string, number: number, changes: Iterable<Change>): void {
	using history = new HistoryWriter(file);
	const publication = { snapshot: `s${number}`, release: `r${number}`, at: `2026-01-01T00:00:${10 + number}Z` };
	if (history.last() === undefined) history.restart(publication);
	else history.add(publication, changes, 90);
}

function* changesOf(count: number): Generator<Change> {
	for (let i = 0; i < count; i++) {
		const id = `p${String(i).padStart(5, '0')}`;
		const maker = [{ slug: 'maker', name: 'Maker' }, null] as const;
		yield { kind: 'program', id, op: 'changed', fields: { name: ['a', 'b'], organization: i === 7 ? maker : [1, 2] } };
	}
}

/** Copies a history to another file. Returns the parts that were sent. */
function copy(from: string, to: string): string[] {
	const parts = [...historyParts(from)];
	const missing = missingParts(to, parts);
	const texts = new Map(parts.map(({ sha256, text }) => [sha256, text]));
	copyHistory(to, parts, (part) => (missing.includes(part) ? texts.get(part.sha256) : undefined));
	return missing.map(({ table, from }) => `${table} ${from}`);
}

function rowsOf(file: string): unknown[] {
	const db = new Database(file, { readonly: true });
	const rows = ['publications', 'changes', 'mentions'].map((table) => db.prepare(`SELECT * FROM ${table}`).all());
	db.close();
	return rows;
}

test('A copy of a history has the same rows, and gets only the parts that differ', () => {
	const [builder, other] = [fileOf('builder'), fileOf('other')];
	publish(builder, 0, []);
	publish(builder, 1, changesOf(12_000));
	expect(copy(builder, other)).toEqual(['publications 0', 'changes 0', 'changes 5000', 'changes 10000']);
	expect(rowsOf(other)).toEqual(rowsOf(builder));
	expect(copy(builder, other)).toEqual([]);

	publish(builder, 2, changesOf(1));
	expect(copy(builder, other)).toEqual(['publications 0', 'changes 10000']);
	expect(rowsOf(other)).toEqual(rowsOf(builder));
});

test('A copy loses the values that are erased from the history', () => {
	const [builder, other] = [fileOf('builder'), fileOf('other')];
	publish(builder, 0, []);
	publish(builder, 1, changesOf(12_000));
	copy(builder, other);
	expect(JSON.stringify(rowsOf(other))).toContain('Maker');
	publish(builder, 2, [{ kind: 'organization', id: 'maker', op: 'removed' }]);
	expect(copy(builder, other)).toEqual(['publications 0', 'changes 0', 'changes 10000']);
	expect(rowsOf(other)).toEqual(rowsOf(builder));
	expect(JSON.stringify(rowsOf(other))).not.toContain('Maker');
});

test('A copy replaces another history', () => {
	const [builder, other] = [fileOf('builder'), fileOf('other')];
	publish(builder, 0, []);
	publish(builder, 1, changesOf(3));
	publish(other, 5, []);
	publish(other, 6, changesOf(6000));
	copy(builder, other);
	expect(rowsOf(other)).toEqual(rowsOf(builder));
});

test('A history that does not exist has no parts', () => {
	expect([...historyParts(fileOf('none'))]).toEqual([]);
});
