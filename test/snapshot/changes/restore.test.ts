import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findChange } from '../../../src/snapshot/changes/read-changes.ts';
import { restoreContent } from '../../../src/snapshot/changes/restore.ts';
import { type UndoConflict, undoChange } from '../../../src/snapshot/changes/undo.ts';
import { checkSnapshot } from '../../../src/snapshot/check.ts';
import { contentId } from '../../../src/snapshot/content-id.ts';
import { copySnapshot } from '../../../src/snapshot/copy.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder } from '../../../src/snapshot/read.ts';
import { made, snapshotOf, temporaryFolder } from '../made.ts';
import { edit, makeEdit, recordsIn, redirectsIn, startingSnapshot, writeTo } from './random-changes.ts';

/** A copy of a snapshot, as a release keeps it. */
function copyOf(snapshot: string): string {
	const copy = join(temporaryFolder(), 'snapshot.sqlite');
	copySnapshot(snapshot, copy);
	return copy;
}

function restore(snapshot: string, earlier: string) {
	const present = copyOf(snapshot);
	let notRestored: ReturnType<typeof restoreContent> = [];
	const change = writeTo(snapshot, (open) => {
		notRestored = restoreContent(open, present, earlier);
	});
	return { notRestored, edits: change?.edits ?? [] };
}

function undoLatest(snapshot: string) {
	let conflicts: readonly UndoConflict[] = [];
	writeTo(snapshot, (open) => {
		conflicts = undoChange(open, findChange(open.db)!.id);
	});
	return conflicts;
}

const contentOf = (snapshot: string) => withSnapshot(snapshot, contentId);
const keysOf = ({ edits, notRestored }: ReturnType<typeof restore>) => ({
	restored: edits.filter(({ after }) => after !== undefined).map(({ kind, key }) => `${kind} ${key}`),
	removed: edits.filter(({ after }) => after === undefined).map(({ kind, key }) => `${kind} ${key}`),
	notRestored: notRestored.map(({ kind, key, because }) => `${kind} ${key}: ${because}`),
});

test('After random edits, restoring gives exactly the earlier content, and undoing it all that it changed', () => {
	fc.assert(
		fc.property(fc.array(edit, { maxLength: 5 }), fc.array(edit, { minLength: 1, maxLength: 8 }), (before, edits) => {
			const snapshot = startingSnapshot();
			for (const one of before) makeEdit(snapshot, one);
			const earlier = copyOf(snapshot);
			for (const one of edits) makeEdit(snapshot, one);
			const [records, redirects] = [recordsIn(snapshot), redirectsIn(snapshot)];
			const hasChanged = contentOf(snapshot) !== contentOf(earlier);
			expect(restore(snapshot, earlier).notRestored).toEqual([]);
			expect(contentOf(snapshot)).toBe(contentOf(earlier));
			expect(checkSnapshot(snapshot).errors).toEqual([]);
			if (!hasChanged) return;
			expect(undoLatest(snapshot)).toEqual([]);
			expect(recordsIn(snapshot)).toEqual(records);
			expect([...redirectsIn(snapshot)]).toEqual(expect.arrayContaining([...redirects]));
			expect(checkSnapshot(snapshot).errors).toEqual([]);
		}),
		{ numRuns: 12 },
	);
});

test('A snapshot with the same content is not changed', () => {
	const snapshot = snapshotOf();
	expect(keysOf(restore(snapshot, copyOf(snapshot)))).toEqual({ restored: [], removed: [], notRestored: [] });
	expect(withSnapshot(snapshot, (db) => findChange(db))).toBeUndefined();
});

describe('A record that was erased', () => {
	test('is not restored, nor is what refers to it', () => {
		const snapshot = snapshotOf();
		const earlier = copyOf(snapshot);
		writeTo(snapshot, (writer) => {
			writer.remove('reviews', 'rev_1');
			writer.erase('programs', 'acme-partners');
			writer.upsert('organizations', made('organizations', { name: 'Other' }));
		});
		expect(keysOf(restore(snapshot, earlier))).toEqual({
			restored: ['organizations acme'],
			removed: [],
			notRestored: [
				'programs acme-partners: its values were erased',
				'reviews rev_1: programs acme-partners was erased',
			],
		});
		expect(checkSnapshot(snapshot).errors).toEqual([]);
	});

	test('and that exists again stays as it is, with what it refers to', () => {
		const snapshot = snapshotOf();
		const earlier = copyOf(snapshot);
		writeTo(snapshot, (writer) => writer.erase('reviews', 'rev_1'));
		writeTo(snapshot, (writer) => {
			writer.upsert('organizations', made('organizations', { slug: 'beta' }));
			writer.upsert('programs', made('programs', { slug: 'more', organization: 'beta' }));
			writer.upsert('reviews', made('reviews', { program: 'more', title: 'New' }));
		});
		expect(keysOf(restore(snapshot, earlier))).toEqual({
			restored: [],
			removed: [],
			notRestored: [
				'reviews rev_1: its values were erased',
				'programs more: a record that stays refers to it',
				'organizations beta: a record that stays refers to it',
			],
		});
		expect(withSnapshot(snapshot, (db) => recordFinder(db)('reviews', 'rev_1'))).toMatchObject({ title: 'New' });
		expect(checkSnapshot(snapshot).errors).toEqual([]);
	});

	test('gets no redirect that leads to it', () => {
		const snapshot = snapshotOf();
		writeTo(snapshot, (writer) => writer.redirect('programs', 'former', { target: 'acme-partners', was_public: 1 }));
		const earlier = join(temporaryFolder(), 'earlier.sqlite');
		copyFileSync(snapshot, earlier);
		writeTo(snapshot, (writer) => {
			writer.redirect('programs', 'former', undefined);
			writer.remove('reviews', 'rev_1');
			writer.upsert('programs', made('programs', { status: 'draft' }));
			writer.erase('programs', 'acme-partners');
		});
		restore(snapshot, earlier);
		expect(redirectsIn(snapshot)).toEqual(new Map([['reviews rev_1', { target: null, was_public: 1 }]]));
		expect(checkSnapshot(snapshot).errors).toEqual([]);
	});
});
