/** Finds the records of a source that were renamed in the snapshot. The source still knows them by their former slugs. */
import { byKind, COLUMNS, KEY, type Kind } from '../../catalog/records.ts';
import type { FindRedirect } from '../redirects.ts';
import type { RawRecord } from './source.ts';

/**
 * Replaces former slugs in what a source says about a record: the slug of the record, and those of the records that it
 * refers to.
 */
export function withCurrentSlugs(kind: Kind, raw: RawRecord, find: FindRedirect): RawRecord {
	const current: { [column: string]: unknown } = { ...raw };
	for (const [column, of] of SLUGS[kind]) {
		const given = raw[column];
		const slugs = [given].flat();
		const now = slugs.map((slug) => (typeof slug === 'string' ? (find(of, slug) ?? slug) : slug));
		if (now.every((slug, i) => slug === slugs[i])) continue;
		// Two former slugs can lead to the same record.
		current[column] = Array.isArray(given) ? [...new Set(now)] : now[0];
	}
	return current;
}

const slugsOf = (kind: Kind): readonly (readonly [column: string, of: Kind])[] => [
	[KEY[kind], kind],
	...Object.entries(COLUMNS[kind]).flatMap(([column, { refersTo }]) =>
		refersTo === undefined ? [] : [[column, refersTo] as const],
	),
];

/** The columns of each kind that have the slugs or IDs of records, with the kinds of these records. */
const SLUGS = byKind(slugsOf);
