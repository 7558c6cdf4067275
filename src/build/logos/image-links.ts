/** Finds the addresses of images on a web page that could be the website's logo. */
import { Parser } from 'htmlparser2';

export interface Candidate {
	readonly address: URL;
	/** An icon shows only the logo. A preview is the wide image for shared links, with the logo somewhere on it. */
	readonly kind: 'icon' | 'preview';
}

/** The minimum width of an icon, in pixels. It applies only if the page states the icon's width. */
const SMALLEST = 48;
const MOST_ICONS = 3;
/** The maximum number of elements to read from a page. The links are near the beginning of a page. */
const MOST_ELEMENTS = 5_000;
/** The maximum number of characters to read from the `sizes` attribute. */
const LONGEST_SIZES = 200;

/**
 * Finds the images on a page that could be the website's logo. The best come first: icons for home screens, SVG icons,
 * other icons from large to small, and the preview image.
 */
export function imageLinks(html: string, address: URL): Candidate[] {
	const { bases, links, metas } = readElements(html);
	const base = resolve(bases.find(({ href }) => href)?.href, address) ?? address;
	const icons = links.flatMap((link) => {
		const [rank, address] = [rankOf(link), resolve(link.href, base)];
		return rank === undefined || address === undefined ? [] : [{ rank, address }];
	});
	const preview = resolve(metas.find(({ property }) => property === 'og:image')?.content, base);
	const candidates: Candidate[] = [
		...icons
			.sort((a, b) => b.rank - a.rank)
			.slice(0, MOST_ICONS)
			.map(({ address }) => ({ address, kind: 'icon' as const })),
		...(preview ? [{ address: preview, kind: 'preview' as const }] : []),
	];
	return candidates.filter(
		({ address }, index) => candidates.findIndex((other) => other.address.href === address.href) === index,
	);
}

interface Attributes {
	readonly [name: string]: string;
}

/** Returns the attributes of a page's `base`, `link` and `meta` elements, which contain the image addresses. */
function readElements(html: string) {
	const [bases, links, metas]: Attributes[][] = [[], [], []];
	const elements: { readonly [name: string]: Attributes[] | undefined } = { base: bases, link: links, meta: metas };
	let read = 0;
	const parser = new Parser({
		onopentag(name, attributes) {
			elements[name]?.push(attributes);
			if (++read === MOST_ELEMENTS) parser.pause();
		},
	});
	parser.end(html);
	return { bases: bases!, links: links!, metas: metas! };
}

/**
 * Returns the rank of an icon. Home-screen icons rank highest, then SVG icons, then the others by width. Returns
 * undefined if the link is not an icon, or the icon is too small.
 */
function rankOf({ rel = '', sizes = '', type, href = '' }: Attributes): number | undefined {
	const words = rel.toLowerCase().split(/\s+/);
	const width = Math.max(
		0,
		...[...sizes.slice(0, LONGEST_SIZES).matchAll(/(\d+)x\d+/gi)].map(([, size]) => Number(size)),
	);
	if (words.includes('apple-touch-icon') || words.includes('apple-touch-icon-precomposed')) return 20_000 + width;
	if (!words.includes('icon') || (width > 0 && width < SMALLEST)) return undefined;
	return type === 'image/svg+xml' || /\.svg(?:$|[?#])/i.test(href) ? 10_000 : width;
}

/** Resolves an address on a page. Returns undefined if the address is missing, is invalid, or is not http or https. */
function resolve(address: string | undefined, base: URL): URL | undefined {
	if (!address?.trim() || !URL.canParse(address, base)) return undefined;
	const url = new URL(address, base);
	return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}
