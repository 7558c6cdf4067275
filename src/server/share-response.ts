import { hash } from 'node:crypto';
import type { Release } from '../release/release.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import type { ShareImages } from '../website/share/share-images.ts';
import { contentResponse, type SiteRequest } from './site-response.ts';

/**
 * Makes a response with the share image at a path. Returns undefined if there is no share image at this path.
 *
 * @throws TooBusy, ClientGone
 */
export async function shareResponse(
	images: ShareImages,
	release: Release,
	path: string,
	request: SiteRequest,
	caching: string,
): Promise<HttpResponse | undefined> {
	const image = await images.get(release, path, request.client);
	const content = image && { hash: hash('sha256', image), type: 'image/png', read: () => image };
	return content && contentResponse(request, content, { status: 200, caching });
}
