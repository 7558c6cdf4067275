/** Creates the views of content pages for Astro's development server. A build creates its views itself. */

import { srcDir } from 'astro:config/server';
import { statSync } from 'node:fs';
import type { openSnapshot } from '../../snapshot/open.ts';
import { readDirectory } from '../directory/directory.ts';
import { PAGE_TYPES } from './page-types.ts';

/** The snapshot to show, set by the SNAPSHOT environment variable. */
const file = process.env.SNAPSHOT || 'var/snapshot.sqlite';

/** The views made from one version of the snapshot. */
interface Views {
	/** The time when the snapshot file last changed, in milliseconds. */
	readonly changed: number;
	readonly byAddress: ReadonlyMap<string, () => unknown>;
	readonly hasOrganizations: boolean;
}

let known: Views | undefined;

/**
 * Creates the view of the page at an address, and says what its menus depend on. Returns undefined if there is no such
 * page. Reads the snapshot again if its file has changed.
 */
export async function developmentView(
	address: string,
): Promise<Pick<App.Locals, 'view' | 'hasOrganizations'> | undefined> {
	const changed = statSync(file).mtimeMs;
	if (known?.changed !== changed) known = { changed, ...(await readViews()) };
	const view = known.byAddress.get(address);
	return view && { view: view(), hasOrganizations: known.hasOrganizations };
}

async function readViews(): Promise<Omit<Views, 'changed'>> {
	// Import `snapshot/open.ts` from its own folder instead of bundling it, because its code finds data/schema.sql
	// relative to that folder.
	const snapshot: { openSnapshot: typeof openSnapshot } = await import(
		/* @vite-ignore */ new URL('../snapshot/open.ts', srcDir).href
	);
	// The directory reads reviews from the file when a page needs them, so the file stays open.
	const directory = readDirectory(snapshot.openSnapshot(file), () => false);
	const pages = PAGE_TYPES.flatMap((type) => [...type.pages(directory)]);
	return {
		byAddress: new Map(pages.map(({ address, view }) => [address, view])),
		hasOrganizations: directory.listedOrganizations.length > 0,
	};
}
