/** Share images: rendered on the first request, and stored until the data that they show changes. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import site from '../../data/site.json' with { type: 'json' };
import { commissionOf } from '../catalog/commission.ts';
import { type Client, FairQueue } from '../limits/fair-queue.ts';
import type { Release } from '../release/release.ts';
import { makeFolder } from '../shared/make-folder.ts';
import { tagOf } from '../shared/tag.ts';
import { RenderWorker } from './render-worker.ts';
import { categoryCard, organizationCard, programCard, type ShareCard, siteCard } from './share-card.ts';

export interface ShareImagesOptions {
	/** The folder of images, with a subfolder and one image for each page. */
	readonly folder: string;
	/** Called when an image could not be stored, or old images could not be removed. */
	failed(error: unknown): void;
}

export interface ShareImages {
	/**
	 * The image at a path, as PNG; undefined if there is nothing to show.
	 *
	 * @throws TooBusy, ClientGone
	 */
	get(release: Release, path: string, client: Client): Promise<Buffer | undefined>;
	close(): void;
}

/** Rendering takes about 20 ms. The second request is prepared while the first is rendered. */
const RENDERING = { atOnce: 2, waiting: 50, waitingForOne: 25 };

const PATH = /^\/share\/(?:site|(programs|categories|organizations)\/([a-z0-9-]+))\.png$/;
type Kind = 'programs' | 'categories' | 'organizations';

export function createShareImages({ folder, failed }: ShareImagesOptions): ShareImages {
	const renderWorker = new RenderWorker();
	const queue = new FairQueue(RENDERING);
	/** Unfinished renderings by file, so that simultaneous requests share one. */
	const renderings = new Map<string, Promise<Buffer>>();
	let prunedFor: string | undefined;

	// Reads everything from the release before the first `await`, because the release can be closed afterwards.
	async function get(release: Release, path: string, client: Client): Promise<Buffer | undefined> {
		const match = PATH.exec(path);
		const [, kind, slug] = match ?? [];
		const card = match && cardFor(release, kind as Kind | undefined, slug);
		if (!card) return undefined;
		const { id, application } = release.manifest;
		if (prunedFor !== id) prune(release).catch(failed);
		prunedFor = id;
		const file = join(folder, kind ?? '', slug ?? 'site', `${tagOf(JSON.stringify([application, card]))}.png`);
		return (await readKept(file)) ?? queue.run(client, async () => (await readKept(file)) ?? renderOnce(file, card));
	}

	function renderOnce(file: string, card: ShareCard): Promise<Buffer> {
		const running = renderings.get(file);
		if (running) return running;
		const rendering = renderWorker.render(card).finally(() => renderings.delete(file));
		renderings.set(file, rendering);
		rendering.then((image) => store(file, image)).catch(() => {});
		return rendering;
	}

	/** Stores an image and removes the previous one. Another process can do the same at the same time. */
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

	/**
	 * Removes images of records that the release no longer contains. It stops when the release is closed.
	 */
	async function prune(release: Release): Promise<void> {
		const lists = { programs: 'reviews', categories: 'programs', organizations: 'programs' };
		for (const [kind, list] of Object.entries(lists)) {
			const slugs = await readdir(join(folder, kind)).catch(() => []);
			for (const slug of slugs) {
				// Handles requests in between, because there can be as many folders as programs.
				await nextTurn();
				const isListed = release.list(`/${kind}/${slug}/${list}`) !== undefined;
				if (!isListed) await rm(join(folder, kind, slug), { recursive: true, force: true });
			}
		}
	}

	return { get, close: () => renderWorker.close() };
}

async function readKept(file: string): Promise<Buffer | undefined> {
	return readFile(file).catch(() => undefined);
}

/** The share card of a program, a category or the whole site. */
function cardFor(release: Release, kind: Kind | undefined, slug: string | undefined): ShareCard | undefined {
	if (kind === undefined) return siteCard(site, release.manifest.counts);
	const body = release.resource(`/${kind}/${slug}`)?.body;
	if (body === undefined) return undefined;
	const { data } = JSON.parse(body.toString());
	if (kind === 'organizations') return organizationCard(data);
	return kind === 'programs' ? programCard(data) : categoryCard(data, bestOf(release, slug!));
}

/** The highest commission and the longest cookie in a category. */
function bestOf(release: Release, category: string): { commission_rate: number | null; cookie_days: number | null } {
	const first = (sort: 'pays_most' | 'cookie_desc') => {
		const { items } = release.search({ filters: { category }, sort, offset: 0, limit: 1 });
		const item = Buffer.alloc(items.length);
		items.copyTo(item, 0);
		return items.count === 0 ? undefined : JSON.parse(item.toString());
	};
	const best = first('pays_most');
	const { rate, isComparable } = best ? commissionOf(best) : { rate: null, isComparable: false };
	return {
		commission_rate: isComparable ? rate : null,
		cookie_days: first('cookie_desc')?.cookie_days ?? null,
	};
}
