/** Logos from the simple-icons package: drawings in one colour, found by a brand's name and website. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { IconData } from 'simple-icons/sdk';
import { contrast, parseColor } from '../../config/site/color.ts';
import { hostOf } from '../../website/format/links.ts';

/** The background of logos. See `img.logo` in logo.css. */
const LIGHT = parseColor('oklch(0.993 0.003 95)')!;
/** The minimum contrast between an icon's colour and that background. */
const LEAST_CONTRAST = 2;
/** The colour of icons whose own colour is too light. */
const DARK = '#1a1a1c';

export interface SimpleIcons {
	find(name: string, website: string): IconData | undefined;
	/** Draws an icon as SVG, in the colour of the brand. */
	draw(icon: IconData): Promise<string>;
}

/** Opens the package. Returns undefined if it is not installed, for example after `npm ci --omit=dev`. */
export async function openSimpleIcons(): Promise<SimpleIcons | undefined> {
	const sdk = await import('simple-icons/sdk').catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
	});
	if (sdk === undefined) return undefined;
	const { titleToSlug, svgToPath } = sdk;
	const icons = Map.groupBy(
		(await sdk.getIconsData()).flatMap((icon) => titlesOf(icon).map((title) => ({ icon, key: titleToSlug(title) }))),
		({ key }) => key,
	);
	return {
		find(name, website) {
			for (const words of leadingWords(name)) {
				const named = (icons.get(titleToSlug(words)) ?? []).map(({ icon }) => icon);
				const found = named.find((icon) => isFrom(icon, website, words === name));
				if (found) return found;
			}
			return undefined;
		},
		async draw({ slug, hex }) {
			const file = fileURLToPath(import.meta.resolve(`simple-icons/icons/${slug}.svg`));
			return drawingOf(svgToPath(await readFile(file, 'utf8')), `#${hex}`);
		},
	};
}

/**
 * Returns all names of an icon: its title, its other, former and translated names, and the names of other brands that
 * use this icon.
 */
function titlesOf({ title, aliases }: IconData): string[] {
	const { aka = [], old = [], loc = {}, dup = [] } = aliases ?? {};
	return [title, ...aka, ...old, ...Object.values(loc), ...dup.map((other) => other.title)];
}

/**
 * Returns a name, and then its beginnings from the longest to the shortest: `Campaign Monitor by Marigold`, …,
 * `Campaign Monitor`, `Campaign`.
 */
function leadingWords(name: string): string[] {
	const words = name.split(/\s+/);
	return words.map((_, index) => words.slice(0, words.length - index).join(' '));
}

/**
 * Whether an icon's source or usage guidelines belong to the owner of a website. The name alone is not enough, because
 * different brands often have the same name.
 *
 * @param isWhole whether the brand's whole name is a name of the icon. If so, the source or guidelines may also belong
 *   to a GitHub or Frontify account that has the website's name
 */
function isFrom({ source, guidelines }: IconData, website: string, isWhole: boolean): boolean {
	const host = hostOf(website);
	const accounts = [host.split('.')[0], host.replaceAll('.', '')];
	return [source, guidelines ?? source].some((address) => {
		const other = hostOf(address);
		const account = isWhole ? accountOf(address) : undefined;
		return isWithin(host, other) || isWithin(other, host) || (account !== undefined && accounts.includes(account));
	});
}

/** The account that an address on GitHub or Frontify belongs to: `acme` for `https://github.com/acme/brand`. */
function accountOf(address: string): string | undefined {
	const { hostname, pathname } = new URL(address);
	if (hostname === 'github.com') return pathname.split('/')[1]!.toLowerCase();
	return hostname.endsWith('.frontify.com') ? hostname.split('.')[0] : undefined;
}

function isWithin(host: string, domain: string): boolean {
	return host === domain || host.endsWith(`.${domain}`);
}

/** Draws an icon with a margin: in its own colour, or dark on that colour if it is too light to be seen. */
function drawingOf(path: string, colour: string): string {
	const isVisible = contrast(parseColor(colour)!, LIGHT) >= LEAST_CONTRAST;
	const ground = isVisible ? '' : `<rect x="-5" y="-5" width="34" height="34" fill="${colour}"/>`;
	const fill = isVisible ? colour : DARK;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 34 34">${ground}<path fill="${fill}" d="${path}"/></svg>\n`;
}
