/** The views of content pages for Astro's development server: a build makes them itself. */

import { srcDir } from 'astro:config/server';
import { statSync } from 'node:fs';
import { readDirectory } from '../site/directory.ts';
import { PAGE_TYPES } from '../site/pages/page-types.ts';
import type { withSnapshot } from '../snapshot/open.ts';

/** The directory that is served: the snapshot that the environment variable SNAPSHOT names. */
const file = process.env.SNAPSHOT || 'var/snapshot.sqlite';

/** Views by address, of the snapshot as it was at one moment. */
interface Views {
	readonly changed: number;
	readonly byAddress: ReadonlyMap<string, () => unknown>;
}

let known: Views | undefined;

/** Creates the view of the page at an address; undefined where there is no page. Reads the snapshot when it has changed. */
export async function developmentView(address: string): Promise<unknown> {
	const changed = statSync(file).mtimeMs;
	if (known?.changed !== changed) known = { changed, byAddress: await readViews() };
	return known.byAddress.get(address)?.();
}

async function readViews(): Promise<Views['byAddress']> {
	// Imported from its place, not bundled: it reads data/schema.sql relative to that.
	const snapshot: { withSnapshot: typeof withSnapshot } = await import(
		/* @vite-ignore */ new URL('snapshot/open.ts', srcDir).href
	);
	const directory = snapshot.withSnapshot(file, (db) => readDirectory(db, () => false));
	return new Map(PAGE_TYPES.flatMap((type) => [...type.pages(directory)].map(({ address, view }) => [address, view])));
}
