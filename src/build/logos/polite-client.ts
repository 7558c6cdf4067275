/**
 * Sends polite requests to websites: one at a time to each host, and only to addresses that the host's robots.txt
 * allows.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import robotsParser from 'robots-parser';
import { type Network, WebProblem } from '../../shared/web/network.ts';
import { type FetchedResponse, request, requireWebAddress } from '../../shared/web/request.ts';

/** The name of the command in robots.txt files. */
const NAME = 'AffiliateDirectoryLogos';
const MOST_REDIRECTS = 5;
const LONGEST_ADDRESS = 2_000;
/**
 * The maximum number of bytes to read from a robots.txt file. Matching an address against the rules of a longer file
 * could take too long.
 */
const MOST_ROBOTS = 32_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface Found {
	/** The address after redirects. */
	readonly url: URL;
	readonly body: Buffer;
	/** Whether only the first megabyte was read. */
	readonly isCut: boolean;
}

type Robots = ReturnType<typeof robotsParser>;

export class PoliteClient {
	readonly #network: Network;
	readonly #headers: OutgoingHttpHeaders;
	/** The robots.txt rules of each origin. */
	readonly #robots = new Map<string, Promise<Robots>>();
	/** The last request to each host. The promise settles when the request has finished. */
	readonly #last = new Map<string, Promise<unknown>>();

	constructor(network: Network, siteUrl: string) {
		this.#network = network;
		this.#headers = { 'user-agent': `${NAME} (+${siteUrl})` };
	}

	/**
	 * Requests an address and follows redirects.
	 *
	 * @throws WebProblem if the address cannot be read, or robots.txt disallows it
	 */
	async get(address: URL): Promise<Found> {
		const { url, answer } = await this.#follow(address, true);
		if (answer.status !== 200) throw new WebProblem(`answered ${answer.status}`);
		return { url, body: answer.body, isCut: answer.isCut };
	}

	async #follow(address: URL, asksRobots: boolean): Promise<{ url: URL; answer: FetchedResponse }> {
		let url = address;
		for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
			if (url.href.length > LONGEST_ADDRESS) throw new WebProblem('has a very long address');
			requireWebAddress(url);
			if (asksRobots) await this.#requireWelcome(url);
			const answer = await this.#inTurn(url);
			const { location } = answer.headers;
			if (!REDIRECTS.has(answer.status) || location === undefined) return { url, answer };
			if (!URL.canParse(location, url)) throw new WebProblem('redirects to an invalid address');
			url = new URL(location, url);
		}
		throw new WebProblem(`redirects more than ${MOST_REDIRECTS} times`);
	}

	/** Makes a request after the previous request to the same host has finished. */
	#inTurn(url: URL): Promise<FetchedResponse> {
		const before = this.#last.get(url.hostname) ?? Promise.resolve();
		const answer = before.then(() => request(url, { headers: this.#headers }, this.#network));
		this.#last.set(
			url.hostname,
			answer.catch(() => {}),
		);
		return answer;
	}

	async #requireWelcome(url: URL): Promise<void> {
		const known = this.#robots.get(url.origin) ?? this.#readRobots(url);
		this.#robots.set(url.origin, known);
		if ((await known).isDisallowed(url.href, NAME)) throw new WebProblem(`is disallowed by ${url.origin}/robots.txt`);
	}

	/**
	 * Reads robots.txt. If the file does not exist, everything is allowed (RFC 9309, 2.3.1).
	 *
	 * @throws WebProblem if the server fails, because nothing is allowed then
	 */
	async #readRobots(site: URL): Promise<Robots> {
		const address = new URL('/robots.txt', site);
		const { answer } = await this.#follow(address, false);
		if (answer.status >= 500) throw new WebProblem(`answered ${answer.status} for its robots.txt`);
		return robotsParser(address.href, answer.body.toString('utf8', 0, MOST_ROBOTS));
	}
}
