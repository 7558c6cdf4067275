/** Images for sharing: drawn when they are first asked for, kept as long as they show what the directory says. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import site from '../../data/site.json' with { type: 'json' };
import { makeFolder } from '../make-folder.ts';
import type { Release } from '../release/release.ts';
import { tagOf } from '../tag.ts';
import { Artist } from './artist.ts';
import { categoryPicture, type Picture, programPicture, sitePicture } from './picture.ts';

export interface ShareImagesOptions {
	/** Where images are kept: a folder for each thing, with one image. */
	readonly folder: string;
	/** Is told when an image could not be kept, or old ones not be removed. */
	failed(error: unknown): void;
}

export interface ShareImages {
	/**
	 * The image at a path, as PNG; undefined where there is nothing to show.
	 *
	 * @throws TooBusy
	 */
	get(release: Release, path: string): Promise<Buffer | undefined>;
	close(): void;
}

const PATH = /^\/share\/(?:site|(programs|categories)\/([a-z0-9-]+))\.png$/;
type Kind = 'programs' | 'categories';

export function createShareImages({ folder, failed }: ShareImagesOptions): ShareImages {
	const artist = new Artist();
	/** Drawings under way, by their file: asked for twice, they are made once. */
	const drawings = new Map<string, Promise<Buffer>>();
	let tidied: string | undefined;

	// Everything that is read of the release is read before anything is waited for: it may be closed afterwards.
	async function get(release: Release, path: string): Promise<Buffer | undefined> {
		const match = PATH.exec(path);
		const [, kind, slug] = match ?? [];
		const picture = match && pictureOf(release, kind as Kind | undefined, slug);
		if (!picture) return undefined;
		const { id, application } = release.manifest;
		if (tidied !== id) tidy(release).catch(failed);
		tidied = id;
		const file = join(folder, kind ?? '', slug ?? 'site', `${tagOf(JSON.stringify([application, picture]))}.png`);
		return (await kept(file)) ?? drawOnce(file, picture);
	}

	function drawOnce(file: string, picture: Picture): Promise<Buffer> {
		const underWay = drawings.get(file);
		if (underWay) return underWay;
		const drawing = artist.draw(picture).finally(() => drawings.delete(file));
		drawings.set(file, drawing);
		drawing.then((image) => keep(file, image)).catch(() => {});
		return drawing;
	}

	/** Puts an image in the place of the one that was there. Another process may do the same at the same time. */
	async function keep(file: string, image: Buffer): Promise<void> {
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

	/** Removes images of what a release does not show any more. It stops where the release is closed meanwhile. */
	async function tidy(release: Release): Promise<void> {
		const lists = { programs: 'reviews', categories: 'programs' };
		for (const [kind, list] of Object.entries(lists)) {
			const slugs = await readdir(join(folder, kind)).catch(() => []);
			for (const slug of slugs) {
				// Requests come in between: there may be as many as programs.
				await nextTurn();
				const isListed = release.list(`/${kind}/${slug}/${list}`) !== undefined;
				if (!isListed) await rm(join(folder, kind, slug), { recursive: true, force: true });
			}
		}
	}

	return { get, close: () => artist.close() };
}

async function kept(file: string): Promise<Buffer | undefined> {
	return readFile(file).catch(() => undefined);
}

/** What the image of a program, a category or the whole site shows. */
function pictureOf(release: Release, kind: Kind | undefined, slug: string | undefined): Picture | undefined {
	if (kind === undefined) return sitePicture(site, release.manifest.counts);
	const body = release.resource(`/${kind}/${slug}`)?.body;
	if (body === undefined) return undefined;
	const { data } = JSON.parse(body.toString());
	return kind === 'programs' ? programPicture(data) : categoryPicture(data, bestOf(release, slug!));
}

/** The greatest commission and the longest cookie in a category. */
function bestOf(release: Release, category: string): { commission_rate: number | null; cookie_days: number | null } {
	const first = (sort: 'commission_desc' | 'cookie_desc') => {
		const { items } = release.search({ filters: { category }, sort, offset: 0, limit: 1 });
		const item = Buffer.alloc(items.length);
		items.copyTo(item, 0);
		return items.count === 0 ? undefined : JSON.parse(item.toString());
	};
	return {
		commission_rate: first('commission_desc')?.commission_rate ?? null,
		cookie_days: first('cookie_desc')?.cookie_days ?? null,
	};
}
