import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Directory } from '../api/directory.ts';
import type { Exploration } from '../search/facets.ts';
import { ProgramIndex, type Query } from '../search/program-index.ts';
import { unpack } from '../search/sections.ts';
import { BodyStore } from './body-store.ts';
import { FILES } from './layout.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { ProgramItems } from './program-items.ts';

/** A release, open for serving: the API answers from it, and the website lies in its folder. */
export interface Release extends Directory {
	readonly folder: string;
	readonly manifest: Manifest;
	/** The programs that match, and what else there is to choose: for the explorer of the website. */
	explore(query: Query): Exploration;
	/** The programs of that answer alone, in order. */
	programs(query: Query): Exploration['programs'];
	close(): void;
}

/**
 * Opens the release in `folder`. The large files are read without holding up whatever else the process does.
 *
 * @throws when the folder does not hold a complete release
 */
export async function openRelease(folder: string): Promise<Release> {
	const manifest = await readManifest(folder);
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
		explore(query) {
			const { total, page } = programs.search(query);
			const suggestion = total === 0 ? programs.suggest(query) : undefined;
			return { total, programs: items.read(page), facets: programs.facets(query), suggestion };
		},
		programs: (query) => items.read(programs.search(query).page),
		close: () => bodies.close(),
	};
}
