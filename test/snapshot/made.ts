/** Small valid records, and snapshots with them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { KINDS, type Kind, parseRecord, type RecordOf } from '../../src/catalog/records.ts';
import type { ChangeOrigin } from '../../src/snapshot/changes/change-log.ts';
import { lockSnapshot, type OpenChange } from '../../src/snapshot/write.ts';

export const NOW = '2026-05-01T12:00:00Z';

const SMALLEST = {
	organizations: { slug: 'acme', name: 'Acme' },
	categories: { slug: 'tools', name: 'Tools' },
	programs: {
		slug: 'acme-partners',
		name: 'Acme Partners',
		organization: 'acme',
		commission_type: 'recurring',
		website_url: 'https://acme.example/',
	},
	reviews: { id: 'rev_1', program: 'acme-partners', author_username: 'ada', rating: 4, created_at: NOW },
};

/** A record with the required fields and the given ones. */
export function made<K extends Kind>(kind: K, fields: Partial<RecordOf<K>> = {}): RecordOf<K> {
	const parsed = parseRecord(kind, { ...SMALLEST[kind], ...fields }, NOW);
	if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
	return parsed.record;
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

export type SomeRecords = { readonly [K in Kind]?: readonly RecordOf<K>[] };

/** Writes records to a snapshot. */
export function write(file: string, records: SomeRecords): void {
	const fill = (writer: OpenChange) => {
		for (const kind of KINDS) for (const record of records[kind] ?? []) writer.upsert(kind, record as never);
	};
	change(file, fill, { source: 'a test' });
}

/** Changes a snapshot once. */
export function change(file: string, fill: (change: OpenChange) => void, about: Partial<ChangeOrigin> = {}): void {
	lockSnapshot(file, (write) => write({ command: 'test', at: NOW, ...about }, fill));
}

/** A snapshot that is removed after the test: with the given records, or the smallest record of each kind. */
export function snapshotOf(records: SomeRecords = smallest()): string {
	const file = join(temporaryFolder(), 'snapshot.sqlite');
	write(file, records);
	return file;
}

function smallest(): SomeRecords {
	return {
		organizations: [made('organizations')],
		categories: [made('categories')],
		programs: [made('programs', { categories: ['tools'] })],
		reviews: [made('reviews')],
	};
}

/** Changes a snapshot like a tool that checks nothing. */
export function tamper(file: string, sql: string): void {
	const db = new Database(file);
	db.pragma('foreign_keys = OFF');
	db.pragma('ignore_check_constraints = ON');
	db.exec(sql);
	db.close();
}
