import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProgramIndex, type Query } from '../search/program-index.ts';
import { unpack } from '../search/sections.ts';
import { type Body, BodyStore, type JoinedItems } from './body-store.ts';
import { FILES } from './layout.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { ProgramItems } from './program-items.ts';

/** A release, open for serving. */
export interface Release {
	readonly folder: string;
	readonly manifest: Manifest;
	/** The id of the data. */
	readonly snapshot: string;
	/** The whole answer of the API at a path. */
	resource(path: string): Body | undefined;
	/** The list of the API at a path. */
	list: BodyStore['list'];
	/** The programs that match, as items of the API's list. */
	search(query: Query): { total: number; items: JoinedItems };
	close(): void;
}

/**
 * Opens the release in `folder`. The large file is read without holding up whatever else the process does.
 *
 * @throws when the folder does not hold a complete release
 */
export async function openRelease(folder: string): Promise<Release> {
	const manifest = readManifest(folder);
	const sections = unpack(await readFile(join(folder, FILES.index)));
	const programs = new ProgramIndex(sections);
	const items = new ProgramItems(sections);
	const bodies = new BodyStore(join(folder, FILES.bodies));
	return {
		folder,
		manifest,
		snapshot: manifest.snapshot,
		resource: (path) => bodies.resource(path),
		list: (path) => bodies.list(path),
		search(query) {
			const { total, page } = programs.search(query);
			return { total, items: items.join(page) };
		},
		close: () => bodies.close(),
	};
}
