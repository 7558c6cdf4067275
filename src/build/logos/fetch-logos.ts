/** Fetches a directory's missing logos from websites and from the simple-icons package. */

import { type Network, WebProblem } from '../../shared/web/network.ts';
import type { Brand } from './brands.ts';
import { Decoder } from './decoder.ts';
import { type Fetched, FetchedList, LogoFolder } from './fetched-list.ts';
import { PoliteClient } from './polite-client.ts';
import type { SimpleIcons } from './simple-icons.ts';
import { type Reader, websiteLogo } from './website-logo.ts';

/** The maximum number of websites to contact at the same time. */
const AT_ONCE = 8;
/** How long to wait before contacting a website again, in milliseconds. */
const FRESH = 30 * 24 * 60 * 60 * 1000;

/**
 * How a brand got its logo: from an editor, from an earlier run, from its website or from simple-icons. `none` means
 * that the brand has no logo.
 */
export type LogoOutcome = 'supplied' | 'kept' | 'website' | 'simple-icons' | 'none';

export interface LogoResult {
	readonly brand: Brand;
	readonly outcome: LogoOutcome;
	/** Why the brand's website provided no logo when it was last contacted. */
	readonly problem?: string | undefined;
}

export interface LogoOptions {
	/** The folder of the logos. It must exist. */
	readonly folder: string;
	/** The network over which websites are contacted. If undefined, no website is contacted. */
	readonly network: Network | undefined;
	/** The icons for brands whose website provides no logo. */
	readonly icons: SimpleIcons | undefined;
	/** The address of the directory, sent to the websites in the user agent. */
	readonly siteUrl: string;
	/** Whether to also contact websites that were contacted in the last 30 days but provided no logo. */
	readonly again: boolean;
	readonly now: Date;
}

/**
 * Fetches the logos of brands into a folder. Keeps the logos that editors have supplied. Contacts a website at most
 * once in 30 days, unless its address has changed, the logo file is missing, or the website provided no logo and
 * `again` is set.
 *
 * @param onProgress called after each brand with the fraction of the brands that are done, from 0 to 1
 */
export async function fetchLogos(
	brands: readonly Brand[],
	options: LogoOptions,
	onProgress: (done: number) => void = () => {},
): Promise<LogoResult[]> {
	using decoder = new Decoder();
	const fetcher = new Fetcher(options, decoder);
	const results: LogoResult[] = new Array(brands.length);
	let done = 0;
	// All runners take brands from the same iterator, so that each brand is fetched only once.
	const queue = brands.entries();
	const runner = async () => {
		for (const [index, brand] of queue) {
			results[index] = await fetcher.fetch(brand);
			onProgress(++done / brands.length);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, runner));
	return results;
}

class Fetcher {
	readonly #options: LogoOptions;
	readonly #reader: Reader | undefined;
	readonly #folder: LogoFolder;
	readonly #list: FetchedList;

	constructor(options: LogoOptions, decoder: Decoder) {
		const { folder, network, siteUrl } = options;
		this.#options = options;
		this.#reader = network && { client: new PoliteClient(network, siteUrl), decoder };
		this.#folder = new LogoFolder(folder);
		this.#list = new FetchedList(folder);
	}

	async fetch(brand: Brand): Promise<LogoResult> {
		const { slug, name, website } = brand;
		const before: Fetched = this.#list.get(slug) ?? { slug };
		const own = before.logo && this.#folder.has(before.logo) ? before.logo : undefined;
		if (this.#folder.hasSupplied(slug, own)) {
			if (own) this.#folder.remove(own);
			return { brand, outcome: 'supplied' };
		}
		const asked = this.#isDue(brand, before, own !== undefined) ? await this.#askWebsite(brand, own) : before;
		if (asked.logo && asked !== before) {
			this.#list.add(asked);
			return { brand, outcome: asked.logo.hash === own?.hash ? 'kept' : 'website' };
		}
		const { problem } = asked;
		const icon = own || website === null ? undefined : this.#options.icons?.find(name, website);
		const logo = icon ? this.#folder.write(`${slug}.svg`, await this.#options.icons!.draw(icon), undefined) : own;
		if (icon || asked !== before) this.#list.add({ ...asked, logo });
		return { brand, outcome: icon ? 'simple-icons' : own ? 'kept' : 'none', problem };
	}

	#isDue(brand: Brand, { asked, address, problem, logo }: Fetched, isThere: boolean): boolean {
		if (this.#reader === undefined || addressOf(brand) === undefined) return false;
		if (asked === undefined || address !== addressOf(brand)) return true;
		if (this.#options.now.getTime() - Date.parse(asked) > FRESH) return true;
		return problem === undefined ? logo !== undefined && !isThere : this.#options.again;
	}

	/** Contacts a brand's website, and writes the website's logo if it is new. */
	async #askWebsite(brand: Brand, own: Fetched['logo']): Promise<Fetched> {
		const entry = { slug: brand.slug, asked: this.#options.now.toISOString(), address: addressOf(brand) };
		try {
			const content = await websiteLogo(brand, this.#reader!);
			return { ...entry, logo: this.#folder.write(`${brand.slug}.webp`, content, own) };
		} catch (error) {
			if (!(error instanceof WebProblem)) throw error;
			return { ...entry, problem: error.message };
		}
	}
}

/** The address where the search for a brand's logo starts. */
function addressOf({ website, logoUrl }: Brand): string | undefined {
	return logoUrl ?? website ?? undefined;
}
