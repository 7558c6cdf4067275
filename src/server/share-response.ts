import { hash } from 'node:crypto';
import type { Release } from '../release/release.ts';
import { TooBusy } from '../share/artist.ts';
import type { ShareImages } from '../share/share-images.ts';
import { contentResponse, plain, type SiteRequest, type SiteResponse } from './site-response.ts';

/** When to ask again, in seconds: a full queue is drawn in about one. */
const LATER = '2';

/** Answers with an image for sharing; undefined where there is none. */
export async function shareResponse(
	images: ShareImages,
	release: Release,
	path: string,
	request: SiteRequest,
	caching: string,
): Promise<SiteResponse | undefined> {
	try {
		const image = await images.get(release, path);
		const content = image && { hash: hash('sha256', image), type: 'image/png', read: () => image };
		return content && contentResponse(request, content, { status: 200, caching });
	} catch (error) {
		if (!(error instanceof TooBusy)) throw error;
		const headers = ['Retry-After', LATER];
		return plain('Too many images are being drawn. Ask again soon.', { status: 503, caching: 'no-store', headers });
	}
}
