/** Recognizes the sample directory, which `npm start` imports if there is no snapshot. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { csvSource } from './csv.ts';
import { recordsOf } from './source.ts';
import type { Stored } from './stored.ts';

export const SAMPLE = fileURLToPath(new URL('../../../data/sample', import.meta.url));

export function isOfSample(file: string): boolean {
	return resolve(file).startsWith(SAMPLE + sep);
}

/**
 * Counts how many of the sample's organizations are in a snapshot. They are recognized by slug and website. No real
 * brand has such a website, because the websites end in `.example`, a reserved domain.
 */
export function countSampleOrganizations({ find }: Pick<Stored, 'find'>): number {
	const file = join(SAMPLE, 'organizations.csv');
	// If the project no longer contains the sample's files, its organizations cannot be recognized.
	if (!existsSync(file)) return 0;
	const sample = recordsOf(
		csvSource(file, 'organizations', () => readFileSync(file)),
		'organizations',
	);
	return sample.filter(
		({ raw: { slug, website_url } }) => find('organizations', String(slug))?.website_url === website_url,
	).length;
}
