import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { ItemList, ReleaseData } from '../api/release-data.ts';
import { networkItem, type ProgramDetail } from '../catalog/resources.ts';
import { type Exploration, mostCommon } from '../search/facets.ts';
import { ProgramIndex, type Query } from '../search/program-index.ts';
import { type Sections, unpack } from '../search/sections.ts';
import { TermTable } from '../search/term-table.ts';
import { tagOf } from '../shared/http/content.ts';
import { shellWord } from '../shared/text.ts';
import { UserError } from '../shared/user-error.ts';
import { apiFile } from './api-database.ts';
import { ApiStore } from './api-store.ts';
import { FILES } from './layout.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { PackStore, packFiles } from './pack-store.ts';
import { joinItems, ProgramItems } from './program-items.ts';
import type { Damage } from './release-database.ts';

/** A release that is open for serving. */
export interface Release extends ReleaseData {
	readonly manifest: Manifest;
	readonly folder: string;
	/** The files of the website; empty if the release has no website. */
	readonly site: PackStore;
	/** Returns the matching programs and the counts for each filter, for the website's explorer. */
	explore(query: Query): Exploration;
	/** Returns only the programs that `explore` returns for this query, in the same order. */
	programs(query: Query): Exploration['programs'];
	/** Whether an author of a review has a name with this key. See `nameKey`. */
	isAuthor(key: string): boolean;
	/** Returns damage in its files that was found while reading, and forgets it. */
	takeDamage(): Damage | undefined;
	close(): void;
}

/**
 * Opens the release in `folder`. This takes several steps, and the process can do other work between them. For 100,000
 * programs, each step takes less than 50 ms.
 *
 * @throws Error when the folder has no complete release. If a file is damaged, the message names that file
 */
export async function openRelease(folder: string): Promise<Release> {
	const manifest = await readManifest(folder);
	const index = join(folder, FILES.index);
	const content = await readFile(index);
	if ((await checksumOf(content)) !== manifest.index_checksum) throw damagedIndex(index);
	const sections = unpack(content);
	const programs = new ProgramIndex(sections);
	await otherWork();
	const items = new ProgramItems(sections);
	const networks = networkList(sections);
	using opening = new DisposableStack();
	const packs = opening.use(new PackStore(packFiles(folder, manifest)));
	const api = opening.use(new ApiStore(apiFile(folder)));
	const opened = opening.move();
	const detailed = (page: readonly number[]): ProgramDetail[] =>
		page.flatMap((program) => {
			const response = api.response(`/programs/${programs.slugOf(program)}`);
			return response === undefined ? [] : JSON.parse(response.read().toString()).data;
		});
	return {
		manifest,
		folder,
		site: packs,
		snapshot: manifest.snapshot,
		resource: (path) => api.resource(path),
		bodies: (paths) => paths.map((path) => api.response(path)?.read()),
		redirect: (path) => api.redirect(path),
		renamed: (kind) => api.renamed(kind),
		pathsAround: (path, count) => api.pathsAround(path, count),
		list: (path) => (path === ALL_NETWORKS ? networks : api.list(path)),
		understand: (q) => programs.understand(q),
		search(query) {
			const { total, page, words } = programs.search(query);
			const suggestion = total === 0 ? programs.suggest(query) : undefined;
			return { total, items: items.join(page), words, suggestion, unknownValues: programs.unknownValues(query) };
		},
		facets(query, names, most) {
			const facets = Object.entries(programs.termFacets(query, names));
			return Object.fromEntries(facets.map(([name, values]) => [name, mostCommon(values, most)]));
		},
		explore(query) {
			const { total, page, words } = programs.search(query);
			const suggestion = total === 0 ? programs.suggest(query) : undefined;
			return { total, programs: detailed(page), facets: programs.facets(query), words, suggestion };
		},
		programs: (query) => detailed(programs.search(query).page),
		isAuthor: (key) => api.isAuthor(key),
		takeDamage: () => api.takeDamage() ?? packs.takeDamage(),
		close: () => opened.dispose(),
	};
}

/** The paths of the databases that an open release reads. */
export function openedFiles(folder: string, manifest: Manifest): string[] {
	return [apiFile(folder), ...packFiles(folder, manifest)];
}

function damagedIndex(file: string): UserError {
	return new UserError(`${file} is damaged. Remove the release (rm -r ${shellWord(dirname(file))}), then build again.`);
}

/** How many bytes the checksum of an index covers in one step. */
const CHUNK = 4 * 2 ** 20;

async function checksumOf(content: Buffer): Promise<number> {
	let checksum = 0;
	for (let from = 0; from < content.length; from += CHUNK) {
		checksum = crc32(content.subarray(from, from + CHUNK), checksum);
		await otherWork();
	}
	return checksum;
}

export const ALL_NETWORKS = '/networks';

/** Returns the tracking platforms of published programs, sorted by slug. */
export function networkList(sections: Sections): ItemList {
	const table = new TermTable(sections, 'filter.tracking_platform', sections.count![0]!);
	return {
		total: table.terms.length,
		items(offset, limit) {
			const page = table.terms.slice(offset, offset + limit).map((keyword, index) => {
				const body = Buffer.from(JSON.stringify(networkItem(keyword, table.size(offset + index))));
				return { tag: tagOf(body), body };
			});
			return joinItems(page);
		},
	};
}
