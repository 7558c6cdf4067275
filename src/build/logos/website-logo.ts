import { WebProblem } from '../../shared/web/network.ts';
import type { Brand } from './brands.ts';
import type { Decoder } from './decoder.ts';
import type { LogoOrigin } from './fetched-list.ts';
import { type Candidate, imageLinks } from './image-links.ts';
import type { PoliteClient, Version } from './polite-client.ts';

/** Reads websites and their images. */
export interface Reader {
	readonly client: PoliteClient;
	readonly decoder: Decoder;
}

interface WebsiteLogo {
	readonly origin: LogoOrigin;
	/** The logo as WebP, or undefined if the logo has not changed. */
	readonly content: Buffer | undefined;
}

/**
 * Fetches a brand's logo from the address that an editor has given. If that is not possible, uses the best image of the
 * brand's website.
 *
 * @param known the origin of the brand's current logo
 * @throws WebProblem if neither the address nor the website provides a logo
 */
export async function websiteLogo(brand: Brand, reader: Reader, known: LogoOrigin | undefined): Promise<WebsiteLogo> {
	const problems: string[] = [];
	const note = (address: URL | string, error: unknown) => {
		if (!(error instanceof WebProblem)) throw error;
		problems.push(`${address} ${error.message}`);
	};
	for (const read of [givenImage, imagesOfPage]) {
		try {
			for (const { page, ...candidate } of await read(brand, reader, known)) {
				const found = await fetchImage(candidate, reader, known).catch((error) => note(candidate.address, error));
				if (found) return { origin: { page, ...found.origin }, content: found.content };
			}
		} catch (error) {
			note(brand.website!, error);
		}
	}
	throw new WebProblem(problems.join('; '));
}

type Named = Candidate & { readonly page?: Version };

async function givenImage({ logoUrl }: Brand): Promise<Named[]> {
	return logoUrl === null ? [] : [{ address: new URL(logoUrl), kind: 'icon' }];
}

async function imagesOfPage({ website }: Brand, { client }: Reader, known: LogoOrigin | undefined): Promise<Named[]> {
	if (website === null) return [];
	const page = await client.get(new URL(website), known?.page);
	if (page === undefined) return [{ page: known!.page!, address: new URL(known!.image), kind: known!.kind }];
	const candidates = imageLinks(page.body.toString(), page.url);
	if (candidates.length === 0) throw new WebProblem('names no image that could be a logo');
	return candidates.map((candidate) => ({ page: page.version, ...candidate }));
}

async function fetchImage(
	{ address, kind }: Candidate,
	{ client, decoder }: Reader,
	known: LogoOrigin | undefined,
): Promise<WebsiteLogo> {
	const image = await client.get(address, known?.image === address.href ? known.version : {});
	if (image === undefined) return { origin: known!, content: undefined };
	if (image.isCut) throw new WebProblem('is larger than 1 MB');
	const content = await decoder.decode(image.body, kind);
	return { origin: { image: address.href, kind, version: image.version }, content };
}
