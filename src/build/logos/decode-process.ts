/**
 * The process that decodes images. Each message is an image. The reply is the logo made from it, or the reason why
 * there is none.
 */

import { WebProblem } from '../../shared/web/network.ts';
import { decodeImage } from './decode-image.ts';
import type { Candidate } from './image-links.ts';

export interface DecodeRequest {
	readonly image: Uint8Array;
	readonly kind: Candidate['kind'];
}

export type DecodeResponse = { readonly logo: Uint8Array } | { readonly problem: string };

process.on('message', async ({ image, kind }: DecodeRequest) => {
	const response: DecodeResponse = await decodeImage(Buffer.from(image), kind).then(
		(logo) => ({ logo }),
		(error) => ({
			problem: error instanceof WebProblem ? error.message : `could not be decoded: ${(error as Error).message}`,
		}),
	);
	process.send!(response);
});
process.send!('ready');
