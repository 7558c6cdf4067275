import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FILES } from './layout.ts';

export const ManifestSchema = z.object({
	/** A hash of what the release was made from: the same inputs give the same id. */
	id: z.string(),
	/** The id of the data: a hash of the snapshot's content. */
	snapshot: z.string(),
	/** The version of the application that built it, see `applicationVersion`. */
	application: z.string(),
	/** How many of each are published. */
	counts: z.object({
		organizations: z.number(),
		categories: z.number(),
		programs: z.number(),
		reviews: z.number(),
	}),
	/** The files of the website, by path under its folder: size in bytes and SHA-256 in hex. */
	site: z.record(z.string(), z.object({ size: z.number(), hash: z.string() })),
});

export type Manifest = z.output<typeof ManifestSchema>;

export function readManifest(folder: string): Manifest {
	return ManifestSchema.parse(JSON.parse(readFileSync(join(folder, FILES.manifest), 'utf8')));
}
