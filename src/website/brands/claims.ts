import { type ListedRecord, readListed } from '../../api/account/read-listed.ts';
import type { Release } from '../../release/release.ts';
import { fold } from '../../search/text.ts';
import type { ClaimStatus } from '../../state/claim-store.ts';
import type { ProposalStatus } from '../../state/proposals/proposal.ts';
import { hostOf } from '../format/links.ts';

/** How many programs that match a text are looked at. */
const MOST = 50;

/**
 * Returns the slug of the organization that a text means: its slug, its name or that of a program, its website, or the
 * address of its page or of a program in this directory. Slugs can be former ones. Undefined if the text means no
 * organization, or several.
 */
export function organizationMeant(release: Release, text: string): string | undefined {
	const typed = text.trim().toLowerCase();
	const [, kind, slug] = /\/(organizations|programs)\/([a-z0-9-]+)/.exec(typed) ?? [];
	const present = (collection: string, name: string) => release.redirect(`/${collection}/${name}`) ?? name;
	if (kind === 'programs') return readListed(release, 'programs', present(kind, slug!))?.organization;
	if (kind === 'organizations') return present(kind, slug!);
	const named = present('organizations', typed);
	if (readListed(release, 'organizations', named)) return named;
	const host = hostIn(typed);
	// Brands are often named after their websites, with or without the end: Cal.com has cal.com, and Acme has acme.com.
	const queries = host === undefined ? [typed] : [host, host.split('.').at(-2)!];
	const found = queries
		.filter((q) => q !== '')
		.flatMap((q) => release.programs({ q, sort: 'relevance', offset: 0, limit: MOST }))
		.map((program) => readListed(release, 'programs', program.slug)!)
		.filter((program) => isNamed(program, typed) || (host !== undefined && hasHost(release, program, host)));
	const slugs = new Set(found.map(({ organization }) => organization));
	return slugs.size === 1 ? [...slugs][0] : undefined;
}

/** Returns the host in the address of a website, without “www.”: `acme.example`. */
function hostIn(text: string): string | undefined {
	if (!/^\S+\.\S+$/.test(text)) return undefined;
	const address = text.includes('://') ? text : `https://${text}`;
	return URL.canParse(address) ? hostOf(address) : undefined;
}

function isNamed({ fields, organizationName }: ListedRecord, text: string): boolean {
	return [organizationName, String(fields.name)].some((name) => fold(name) === fold(text));
}

function hasHost(release: Release, { fields, organization }: ListedRecord, host: string): boolean {
	const websites = [fields, readListed(release, 'organizations', organization)?.fields].map((one) => one?.website_url);
	return websites.some((website) => typeof website === 'string' && hostOf(website) === host);
}

/** The states of claims and of proposals, in words. */
export const CLAIM_STATES: { readonly [status in ClaimStatus]: string } = {
	pending: 'Not proved yet',
	contested: 'Proved, waiting for the editors',
	verified: 'Claimed',
	withdrawn: 'Withdrawn',
};

export const PROPOSAL_STATES: { readonly [status in ProposalStatus]: string } = {
	pending: 'Waiting for the editors',
	accepted: 'Accepted',
	rejected: 'Rejected',
	withdrawn: 'Withdrawn',
};
