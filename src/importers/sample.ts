/** Recognizes the sample directory, which `npm start` puts into an empty place. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { csvSource } from './csv.ts';
import type { Stored } from './plan.ts';
import type { RawRecord } from './source.ts';

const FOLDER = fileURLToPath(new URL('../../data/sample', import.meta.url));

/** Whether a file is one of the sample's own. */
export function isOfSample(file: string): boolean {
	return resolve(file).startsWith(FOLDER + sep);
}

/**
 * How many organizations of the sample a snapshot holds. Each is known by its slug and its website: the websites end in
 * `.example`, which is reserved, so no real brand has one.
 */
export function countSampleOrganizations({ find }: Stored): number {
	const file = join(FOLDER, 'organizations.csv');
	// Whoever deleted the sample from the project does not import it any more.
	if (!existsSync(file)) return 0;
	const sample: RawRecord[] = [];
	csvSource(file, 'organizations', () => readFileSync(file)).read('organizations', {
		record: ({ raw }) => sample.push(raw),
		problem: () => {},
		incomplete: () => {},
	});
	return sample.filter(({ slug, website_url }) => find('organizations', String(slug))?.website_url === website_url)
		.length;
}
