import { WebProblem } from '../../shared/web/network.ts';
import type { Brand } from './brands.ts';
import type { Decoder } from './decoder.ts';
import { type Candidate, imageLinks } from './image-links.ts';
import type { PoliteClient } from './polite-client.ts';

/** Reads websites and their images. */
export interface Reader {
	readonly client: PoliteClient;
	readonly decoder: Decoder;
}

/**
 * Fetches a brand's logo, as WebP, from the address that an editor has given. If that is not possible, uses the best image
 * of the brand's website.
 *
 * @throws WebProblem if neither the address nor the website provides a logo
 */
export async function websiteLogo(brand: Brand, reader: Reader): Promise<Buffer> {
	const problems: string[] = [];
	const note = (address: URL | string, error: unknown) => {
		if (!(error instanceof WebProblem)) throw error;
		problems.push(`${address} ${error.message}`);
	};
	for (const read of [givenImage, imagesOfPage]) {
		try {
			for (const candidate of await read(brand, reader)) {
				const found = await fetchImage(candidate, reader).catch((error) => note(candidate.address, error));
				if (found) return found;
			}
		} catch (error) {
			note(brand.website!, error);
		}
	}
	throw new WebProblem(problems.join('; '));
}

async function givenImage({ logoUrl }: Brand): Promise<Candidate[]> {
	return logoUrl === null ? [] : [{ address: new URL(logoUrl), kind: 'icon' }];
}

async function imagesOfPage({ website }: Brand, { client }: Reader): Promise<Candidate[]> {
	if (website === null) return [];
	const page = await client.get(new URL(website));
	const candidates = imageLinks(page.body.toString(), page.url);
	if (candidates.length === 0) throw new WebProblem('names no image that could be a logo');
	return candidates;
}

async function fetchImage({ address, kind }: Candidate, { client, decoder }: Reader): Promise<Buffer> {
	const image = await client.get(address);
	if (image.isCut) throw new WebProblem('is larger than 1 MB');
	return decoder.decode(image.body, kind);
}
