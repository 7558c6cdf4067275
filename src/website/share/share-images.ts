/** Share images: pictures of the site and of programs, which other websites show beside links. */

import { type Client, FairQueue } from '../../api/limits/fair-queue.ts';
import { dataAt } from '../../api/release-data.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import { site } from '../../config/site/site.ts';
import type { Release } from '../../release/release.ts';
import { Thread } from '../../shared/thread.ts';
import { SITE_IMAGE } from './address.ts';
import { programCard, type ShareCard, siteCard } from './share-card.ts';

export interface ShareImages {
	/**
	 * Renders the image at a path, as PNG. Returns undefined if the release has no image there. Nothing is stored, because
	 * clients keep images for a day.
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

const PROGRAM = /^\/share(\/programs\/[a-z0-9-]+)\.png$/;

export function createShareImages(): ShareImages {
	const thread = new Thread<ShareCard, Uint8Array>(new URL('card-thread.ts', import.meta.url), IDLE);
	const queue = new FairQueue(RENDERING);
	return {
		async get(release, path, client) {
			// Read from the release before the first `await`, because the release can be closed afterwards.
			const card = cardAt(release, path);
			return card && queue.run(client, async () => Buffer.from(await thread.run(card)));
		},
		close: () => thread.close(),
	};
}

function cardAt(release: Release, path: string): ShareCard | undefined {
	if (path === SITE_IMAGE) {
		const { counts, site: pages } = release.manifest;
		return siteCard(site(), { ...counts, organizations: pages.organizations });
	}
	const [, address] = PROGRAM.exec(path) ?? [];
	const program = address === undefined ? undefined : dataAt<ProgramDetail>(release, address);
	return program && programCard(program);
}
