import { KEY, type Kind } from '../../catalog/records.ts';
import type { FindRedirect } from '../redirects.ts';
import { withCurrentSlugs } from './former-slugs.ts';
import type { RecordPosition } from './references.ts';
import type { RawRecord, SourceRecord } from './source.ts';

/** A row of a source. */
export interface Row {
	readonly kind: Kind;
	/** The slug or ID that the source uses. */
	readonly statedKey: string | undefined;
	/** What the source says, as JSON. */
	readonly said: string;
	/** The slug or ID in the snapshot. */
	readonly key: string | undefined;
	/** What the source says, with the slugs and IDs in the snapshot. */
	readonly source: SourceRecord;
	readonly place: RecordPosition;
}

export function readRow(kind: Kind, source: SourceRecord, file: string, findRedirect: FindRedirect): Row {
	const raw = withCurrentSlugs(kind, source.raw, findRedirect);
	return {
		kind,
		statedKey: keyIn(kind, source.raw),
		said: JSON.stringify(source.raw),
		key: keyIn(kind, raw),
		source: { ...source, raw },
		place: { file, row: source.row },
	};
}

function keyIn(kind: Kind, raw: RawRecord): string | undefined {
	const key = raw[KEY[kind]];
	return typeof key === 'string' ? key : undefined;
}
