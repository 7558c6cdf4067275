/** Finds the records of a source that were renamed in the snapshot. The source still knows them by their former slugs. */
import type Database from 'better-sqlite3';
import { COLUMNS, KEY, type Kind } from '../../catalog/records.ts';
import { redirectFinder } from '../redirects.ts';
import type { RawRecord, Source, SourceRecord } from './source.ts';

/**
 * Replaces former slugs in the records of sources: those of the records themselves, and those of the records that they
 * refer to. If a file has both a record and one that was merged into it, the merged one is left out.
 */
export function withNewSlugs(sources: readonly Source[], db: Database.Database): readonly Source[] {
	if (db.prepare('SELECT 1 FROM redirects LIMIT 1').get() === undefined) return sources;
	const find = redirectFinder(db);
	const newSlug = (kind: Kind, slug: unknown) => (typeof slug === 'string' ? (find(kind, slug) ?? slug) : slug);
	return sources.map((source) => ({ ...source, read: (kind, sink) => readFrom(source, kind, sink, newSlug) }));
}

function readFrom(
	source: Source,
	kind: Kind,
	sink: Parameters<Source['read']>[1],
	newSlug: (kind: Kind, slug: unknown) => unknown,
): void {
	const slugs = new Set<unknown>();
	/** The renamed records come last, because only then it is known which records the file has anyway. */
	const renamed: SourceRecord[] = [];
	source.read(kind, {
		...sink,
		record(record) {
			const former = record.raw[KEY[kind]];
			const slug = newSlug(kind, former);
			const raw = withNewReferences(kind, record.raw, newSlug);
			if (slug !== former) renamed.push({ ...record, raw: { ...raw, [KEY[kind]]: slug } });
			else {
				slugs.add(slug);
				sink.record(raw === record.raw ? record : { ...record, raw });
			}
		},
	});
	for (const record of renamed) {
		const slug = record.raw[KEY[kind]];
		if (!slugs.has(slug)) sink.record(record);
		slugs.add(slug);
	}
}

/** Returns the same object if no reference has a former slug. */
function withNewReferences(kind: Kind, raw: RawRecord, newSlug: (kind: Kind, slug: unknown) => unknown): RawRecord {
	let changed = raw;
	for (const [column, { refersTo }] of Object.entries(COLUMNS[kind])) {
		if (refersTo === undefined) continue;
		const given = raw[column];
		// Two former slugs can lead to the same record.
		const now = Array.isArray(given)
			? [...new Set(given.map((slug) => newSlug(refersTo, slug)))]
			: newSlug(refersTo, given);
		const isSame = Array.isArray(given) ? given.every((slug, i) => slug === (now as unknown[])[i]) : now === given;
		if (!isSame) changed = { ...changed, [column]: now };
	}
	return changed;
}
