import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FILES } from './layout.ts';
import { PACK_NAME } from './pack.ts';

const ManifestSchema = z.object({
	/** A hash of all inputs of the release. See `releaseId`. */
	id: z.string(),
	/** The ID of the snapshot: a hash of its content. */
	snapshot: z.string(),
	/** The version of the application that built the release. See `applicationVersion`. */
	application: z.string(),
	/** The version of the configuration of the site. See `siteVersion`. */
	configuration: z.string(),
	/** The origin for which the pages were built, such as `https://example.com`; absent if there are no pages. */
	site_url: z.string().optional(),
	/** A hash of the logos. */
	logos: z.string(),
	/** The latest last day of an offer that had passed when the release was built. Null if there is none. */
	expired: z.string().nullable().default(null),
	/** The numbers of published records. */
	counts: z.object({
		organizations: z.number(),
		categories: z.number(),
		programs: z.number(),
		reviews: z.number(),
	}),
	/** The CRC-32 of the program search's index file. */
	index_checksum: z.number(),
	/** The checksum of the release's snapshot and warnings. See `keptChecksum`. */
	kept_checksum: z.number(),
	/** The names of the packs, newest first. Empty if the release has no website. */
	packs: z.array(z.string().regex(PACK_NAME)),
	/**
	 * The number of the website's pages, the total size of its files in bytes, and the number of organizations that it
	 * lists.
	 */
	site: z.object({ pages: z.number(), bytes: z.number(), organizations: z.number() }),
});

export type Manifest = z.output<typeof ManifestSchema>;

export function hasWebsite({ site_url }: Manifest): boolean {
	return site_url !== undefined;
}

/** @throws Error when the folder has no complete manifest, or that of a very different version of the application */
export async function readManifest(folder: string): Promise<Manifest> {
	const result = ManifestSchema.safeParse(JSON.parse(await readFile(join(folder, FILES.manifest), 'utf8')));
	if (result.success) return result.data;
	const fields = new Set(result.error.issues.map(({ path }) => path.join('.')));
	throw new Error(
		`its ${FILES.manifest} is damaged or from another version of the application (${[...fields].join(', ')}).`,
	);
}
