/** Share images. An image is rendered on its first request, and stored until the data that it shows changes. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { dataAt } from '../../api/data-at.ts';
import { type Client, FairQueue } from '../../api/limits/fair-queue.ts';
import { platformName } from '../../catalog/keyword-names.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import type { Release } from '../../release/release.ts';
import type { Query } from '../../search/program-index.ts';
import { makeFolder } from '../../shared/make-folder.ts';
import { once } from '../../shared/once.ts';
import { site } from '../../shared/site/site.ts';
import { siteVersion } from '../../shared/site/site-version.ts';
import { tagOf } from '../../shared/tag.ts';
import { Thread } from '../../shared/thread.ts';
import { type BestTerms, type CardGroup, groupCard, programCard, type ShareCard, siteCard } from './share-card.ts';

export interface ShareImagesOptions {
	/** The folder of the stored images. For each page, it contains a subfolder with one image. */
	readonly folder: string;
	/** Called when an image could not be stored, or old images could not be removed. */
	failed(error: unknown): void;
}

export interface ShareImages {
	/**
	 * Returns the image at a path, as PNG, or undefined if the release has no record for this path.
	 *
	 * @throws TooBusy, ClientGone, NoThread
	 */
	get(release: Release, path: string, client: Client): Promise<Buffer | undefined>;
	close(): void;
}

/** Rendering takes about 20 ms. While one image is rendered, the next one is already prepared. */
const RENDERING = { atOnce: 2, waiting: 50 };

/** How long the idle thread is kept, in milliseconds. It takes about 70 MB of memory. */
const IDLE = 60_000;

const PATH = /^\/share\/(?:site|(programs|categories|organizations|networks)\/([a-z0-9-]+))\.png$/;
type Kind = 'programs' | 'categories' | 'organizations' | 'networks';

export function createShareImages({ folder, failed }: ShareImagesOptions): ShareImages {
	const thread = new Thread<ShareCard, Uint8Array>(new URL('card-thread.ts', import.meta.url), IDLE);
	const configuration = once(siteVersion);
	const queue = new FairQueue(RENDERING);
	/** Unfinished renderings by file. Simultaneous requests for one image wait for a single rendering. */
	const renderings = new Map<string, Promise<Buffer>>();
	let prunedFor: string | undefined;

	// Read everything from the release before the first `await`, because the release can be closed afterwards.
	async function get(release: Release, path: string, client: Client): Promise<Buffer | undefined> {
		const match = PATH.exec(path);
		const [, kind, slug] = match ?? [];
		const card = match && cardFor(release, kind as Kind | undefined, slug);
		if (!card) return undefined;
		const { id, application } = release.manifest;
		if (prunedFor !== id) prune(release).catch(failed);
		prunedFor = id;
		const file = join(
			folder,
			kind ?? '',
			slug ?? 'site',
			`${tagOf(JSON.stringify([application, configuration(), card]))}.png`,
		);
		return (await readKept(file)) ?? queue.run(client, async () => (await readKept(file)) ?? renderOnce(file, card));
	}

	function renderOnce(file: string, card: ShareCard): Promise<Buffer> {
		const running = renderings.get(file);
		if (running) return running;
		const rendering = thread
			.run(card)
			.then(Buffer.from)
			.finally(() => renderings.delete(file));
		renderings.set(file, rendering);
		rendering.then((image) => store(file, image)).catch(() => {});
		return rendering;
	}

	/** Stores an image and removes the previous one. Another process may be storing the same image at the same time. */
	async function store(file: string, image: Buffer): Promise<void> {
		try {
			const [place, name] = [dirname(file), basename(file)];
			makeFolder(place);
			const unfinished = join(place, `.${name}.${process.pid}`);
			await writeFile(unfinished, image);
			await rename(unfinished, file);
			const old = (await readdir(place)).filter((other) => other !== name && !other.startsWith('.'));
			for (const other of old) await rm(join(place, other), { force: true });
		} catch (error) {
			failed(error);
		}
	}

	/** Removes images of records that the release no longer contains. Stops when the release is closed. */
	async function prune(release: Release): Promise<void> {
		for (const kind of await readdir(folder).catch(() => [])) {
			const slugs = kind === 'site' ? [] : await readdir(join(folder, kind)).catch(() => []);
			for (const slug of slugs) {
				// Let the server handle requests in between, because there can be as many folders as programs.
				await nextTurn();
				const isListed = cardFor(release, kind as Kind, slug) !== undefined;
				if (!isListed) await rm(join(folder, kind, slug), { recursive: true, force: true });
			}
		}
	}

	return { get, close: () => thread.close() };
}

async function readKept(file: string): Promise<Buffer | undefined> {
	return readFile(file).catch(() => undefined);
}

function cardFor(release: Release, kind: Kind | undefined, slug: string | undefined): ShareCard | undefined {
	if (kind === undefined) {
		const { counts, site: pages } = release.manifest;
		return siteCard(site(), { ...counts, organizations: pages.organizations });
	}
	if (kind === 'networks') return networkCard(release, slug!);
	const path = `/${kind}/${slug}`;
	if (kind === 'programs') {
		const program = dataAt<ProgramDetail>(release, path);
		return program && programCard(program);
	}
	const group = dataAt<CardGroup>(release, path);
	const filters = kind === 'categories' ? { category: slug! } : { organization: slug! };
	return group && groupCard(group, bestOf(release, filters));
}

function networkCard(release: Release, slug: string): ShareCard | undefined {
	const filters = { tracking_platform: slug };
	const { total } = release.search({ filters, offset: 0, limit: 1 });
	const group = { slug, name: platformName(slug), description: null, program_count: total };
	return total === 0 ? undefined : groupCard(group, bestOf(release, filters));
}

/** Returns the commission of the matching program that pays the most, and the longest cookie duration. */
function bestOf(release: Release, filters: Query['filters']): BestTerms {
	const first = (sort: 'guaranteed_desc' | 'cookie_desc') =>
		release.programs({ filters, sort, offset: 0, limit: 1 })[0];
	const [commission = null, longest] = [first('guaranteed_desc'), first('cookie_desc')];
	return { commission, cookie_days: longest?.cookie_days ?? null };
}
