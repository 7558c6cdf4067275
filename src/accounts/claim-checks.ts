/** Checks whether an organization has published the token of a claim: in a DNS record, or in a file at its website. */
import { askNames, INTERNET, inTurn, isAbsent, type Network, WebProblem } from '../shared/web/network.ts';
import { request } from '../shared/web/request.ts';
import type { Claim, ClaimMethod } from '../state/claim-store.ts';

/** The name of the DNS record is this, a dot and the host of the website. */
const RECORD = '_directory-claim';
const FILE = '/.well-known/directory-claim.txt';
/** The maximum size of the file, in bytes, and the maximum time of a check, in milliseconds. */
const LARGEST = 10_000;
const LONGEST = 5_000;

export interface ClaimNetwork {
	/** The DNS servers, such as `203.0.113.53` or `127.0.0.1:5353`. By default, those of the machine. */
	readonly dnsServers?: readonly string[] | undefined;
	/** The addresses that may be contacted for the file. By default, the public internet. */
	readonly network?: Network | undefined;
}

/** Where an organization can publish a token. */
export interface ClaimPlaces {
	readonly record: string;
	readonly file: string;
}

/**
 * Returns where an organization can publish a token. Returns undefined if its website has no host name of its own, so that
 * nobody can prove anything there.
 */
export function placesAt(website: string | null): ClaimPlaces | undefined {
	const url = URL.parse(website ?? '');
	if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
	const isName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/i.test(url.hostname);
	if (!isName) return undefined;
	return { record: `${RECORD}.${url.hostname.replace(/^www\./, '')}`, file: `${url.origin}${FILE}` };
}

/** Looks for a claim's token. Returns what is wrong, in a sentence, or undefined if it is there. */
export function problemOf(
	{ claimNetwork = {}, siteUrl }: { readonly claimNetwork?: ClaimNetwork | undefined; readonly siteUrl: string },
	claim: Claim,
	places: ClaimPlaces,
	method: Exclude<ClaimMethod, 'editor'>,
): Promise<string | undefined> {
	return method === 'dns' ? checkRecord(claim, places, claimNetwork) : checkFile(claim, places, claimNetwork, siteUrl);
}

/** Looks for a claim's token in the DNS record. Returns what is wrong, in a sentence, or undefined if it is there. */
export async function checkRecord(
	{ token, account_id: account }: Pick<Claim, 'token' | 'account_id'>,
	{ record }: ClaimPlaces,
	{ dnsServers }: ClaimNetwork,
): Promise<string | undefined> {
	const asked = { servers: dnsServers, signal: AbortSignal.timeout(LONGEST) };
	try {
		const records = await inTurn(account, () => askNames(asked, (names) => names.resolveTxt(record)));
		if (records.some((parts) => parts.join('').trim() === token)) return undefined;
		return `The TXT record ${record} exists, but its value is another one. Compare it with the value below. A change of DNS can take some hours to arrive.`;
	} catch (error) {
		if (isAbsent(error as NodeJS.ErrnoException)) {
			return `There is no TXT record ${record} yet. A new record can take some hours to arrive.`;
		}
		return `The DNS servers of ${record} did not answer (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}). Try again later.`;
	}
}

/** Looks for a claim's token in the file. Returns what is wrong, in a sentence, or undefined if it is there. */
export async function checkFile(
	{ token, account_id: account }: Pick<Claim, 'token' | 'account_id'>,
	{ file }: ClaimPlaces,
	{ network = INTERNET }: ClaimNetwork,
	siteUrl: string,
): Promise<string | undefined> {
	try {
		const sent = {
			headers: { 'user-agent': `claim check (+${siteUrl})` },
			largest: LARGEST,
			longest: LONGEST,
			account,
		};
		const { status, body, isCut } = await request(new URL(file), sent, network);
		if (status >= 300 && status < 400) {
			return `${file} redirects to another address (status ${status}). Redirects are not followed. Use the DNS record, or ask the editors to correct the address of the website.`;
		}
		if (status !== 200) return `${file} answered with status ${status}. The file must be there, with status 200.`;
		if (!isCut && body.toString().trim() === token) return undefined;
		return `${file} exists, but its text is another one. It must contain only the value below.`;
	} catch (error) {
		if (!(error instanceof WebProblem)) throw error;
		return `${file} ${error.message}.`;
	}
}
