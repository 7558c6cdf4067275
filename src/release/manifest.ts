import { readFile } from 'node:fs/promises';
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
	/** The address that the pages were built for, an origin; absent where there are none. */
	site_url: z.string().optional(),
	/** How many of each are published. */
	counts: z.object({
		organizations: z.number(),
		categories: z.number(),
		programs: z.number(),
		reviews: z.number(),
	}),
	/**
	 * The files of the website, by path under its folder: size in bytes and SHA-256 in hex. Not looked at one by one: at
	 * 75,000 files that would keep a server from answering for 0.2 s, and only a build of ours writes them.
	 */
	site: z.custom<{ readonly [path: string]: { readonly size: number; readonly hash: string } }>(isObject),
});

export type Manifest = z.output<typeof ManifestSchema>;

/** Whether a release has a website. Every one has a home page; to list all files of a large one takes milliseconds. */
export function hasWebsite({ site }: Manifest): boolean {
	return Object.hasOwn(site, 'index.html');
}

/** @throws when the folder holds none that is whole */
export async function readManifest(folder: string): Promise<Manifest> {
	return ManifestSchema.parse(JSON.parse(await readFile(join(folder, FILES.manifest), 'utf8')));
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
