import { existsSync } from 'node:fs';
import { KINDS } from '../../src/catalog/records.ts';
import { UserError } from '../../src/shared/user-error.ts';
import type { KindCounts } from '../../src/snapshot/import/report.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import type { SnapshotWriter } from '../../src/snapshot/record-writer.ts';
import { lockSnapshot } from '../../src/snapshot/write.ts';
import { END, timestamp } from './dates.ts';
import { type DirectorySize, generateDirectory } from './directory.ts';

/** The start of a generated snapshot's `source`. Only generated snapshots can be replaced. */
const GENERATED = 'generated: ';

/**
 * Writes a generated directory to a snapshot. The same size and seed always give the same bytes. An existing generated
 * snapshot is replaced once the new one is complete.
 *
 * @returns the number of records of each kind
 * @throws UserError when the file exists but was not generated, or when the file cannot be written
 */
export function generateSnapshot(file: string, size: DirectorySize): KindCounts {
	const counts = { organizations: 0, categories: 0, programs: 0, reviews: 0 };
	const source = `${GENERATED}${size.programs} programs, ${size.reviews} reviews, seed ${size.seed}`;
	const fill = (writer: SnapshotWriter) => {
		const directory = generateDirectory(size);
		for (const kind of KINDS) {
			for (const record of directory[kind]) {
				writer.upsert(kind, record);
				counts[kind]++;
			}
		}
	};
	lockSnapshot(file, (write) => {
		if (existsSync(file)) refuseToReplace(file);
		write({ command: 'generate', source, at: timestamp(END) }, fill, { startsEmpty: true });
	});
	return counts;
}

function refuseToReplace(file: string): void {
	const source = withSnapshot(file, (db) => db.prepare("SELECT value FROM meta WHERE key = 'source'").pluck().get());
	if (String(source).startsWith(GENERATED)) return;
	throw new UserError(
		`${file} is not a generated snapshot (its source is ${JSON.stringify(source ?? '')}), so it was not replaced. Choose another file with --snapshot, or remove this one first.`,
	);
}
