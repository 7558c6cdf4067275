import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { KINDS } from '../../catalog/records.ts';
import { explain } from '../../shared/explain.ts';
import { withSnapshot } from '../open.ts';
import { authorFinder, recordFinder } from '../read.ts';
import type { SnapshotWriter, WriteSnapshot } from '../write.ts';
import { withNewSlugs } from './former-slugs.ts';
import { NOTHING_STORED, planImport } from './plan.ts';
import { countSampleOrganizations } from './sample.ts';
import type { Source } from './source.ts';

/** Plans an import, and performs it if `write` is given and no row has errors. */
export function importInto(snapshot: string, sources: readonly Source[], now: string, write?: WriteSnapshot) {
	const isThere = existsSync(snapshot);
	const { plan, sample } = isThere
		? planUpdate(snapshot, sources, now)
		: { plan: planImport(sources, NOTHING_STORED, now), sample: 0 };
	const hasChanges = !isThere || KINDS.some((kind) => plan.writes[kind].length > 0);
	if (write === undefined || plan.problems.length > 0 || !hasChanges)
		return { plan, hasChanges, written: false, sample };

	const provenance = { command: 'import', source: sources.map(({ file }) => basename(file)).join(', '), at: now };
	const fill = (writer: SnapshotWriter) => {
		for (const kind of KINDS) for (const record of plan.writes[kind]) writer.upsert(kind, record);
	};
	explain(() => write(provenance, fill), 'write', snapshot);
	return { plan, hasChanges, written: true, sample };
}

/** @returns the plan, and the number of sample organizations in the snapshot */
function planUpdate(snapshot: string, sources: readonly Source[], now: string) {
	return withSnapshot(snapshot, (db) => {
		const stored = { find: recordFinder(db), findAuthor: authorFinder(db) };
		return { plan: planImport(withNewSlugs(sources, db), stored, now), sample: countSampleOrganizations(stored) };
	});
}
