import { ownRecord, type Proposer, proposeChange, proposeProgram } from '../api/account/propose.ts';
import { type ListedRecord, readListed } from '../api/account/read-listed.ts';
import type { Directory } from '../api/directory.ts';
import { ApiError } from '../api/error.ts';
import type { BrandKind } from '../catalog/brand-fields.ts';
import { isSlug } from '../catalog/slug.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import { type Claim, type ClaimMethod, MOST_CLAIMS } from '../state/claim-store.ts';
import type { Account } from '../state/keys/account.ts';
import type { Proposal, ProposedFields } from '../state/proposals/proposal.ts';
import { checkFile, checkRecord, placesAt } from './claim-checks.ts';
import { type AccountContext, checkLimit, type RequestContext, recordEvent } from './context.ts';
import { type Failure, failure, ok, type Result } from './result.ts';
import { asSignedIn, findSession } from './session.ts';

/** The release in which organizations and programs are looked up. */
export type Listings = Pick<Directory, 'resource' | 'redirect'>;

/** A proposal that was added, or what is wrong with each field. */
export type Proposed = { readonly proposal: Proposal } | { readonly problems: { readonly [field: string]: string } };

/** The maximum number of proposals on a page. */
const PROPOSALS_SHOWN = 50;
/** Pages about reviews show those. */
const KINDS = ['program', 'organization'] as const;

/** Actions with which the signed-in account speaks for organizations. What belongs to others is treated as missing. */
export function claims(context: AccountContext) {
	const { state, siteUrl } = context;

	return {
		/** The account's claims that were not withdrawn, oldest first. */
		claims: (request: RequestContext): Promise<Result<Claim[]>> =>
			asSignedIn(context, request, ({ id }) => state.claims.ofAccount(id)),

		/** Starts to claim an organization. */
		async startClaim(request: RequestContext, listings: Listings, slug: string): Promise<Result<Claim>> {
			const account = await confirmedAccount(context, request);
			if ('ok' in account) return account;
			if (!isSlug(slug) || readListed(listings, 'organizations', slug) === undefined) {
				return failure('REFUSED', 'There is no such organization. Copy the address of its page in this directory.');
			}
			const claim = await state.claims.start(account.id, slug, toTimestamp(new Date()));
			if (typeof claim !== 'string') return ok(claim);
			return failure('REFUSED', `An account can claim at most ${MOST_CLAIMS} organizations. Withdraw a claim first.`);
		},

		/** Checks whether the organization has published the token of a claim. */
		async checkClaim(
			request: RequestContext,
			listings: Listings,
			slug: string,
			method: Exclude<ClaimMethod, 'editor'>,
		): Promise<Result<Claim>> {
			const account = await confirmedAccount(context, request);
			if ('ok' in account) return account;
			const claim = await ownClaim(context, account, slug);
			const organization = readListed(listings, 'organizations', slug);
			if (claim === undefined || organization === undefined) return failure('REFUSED', 'This claim does not exist.');
			if (claim.status !== 'pending') return ok(claim);
			const limited = await checkLimit(context, 'claim', request, account.email);
			if (limited) return limited;
			const places = placesAt(organization.fields.website_url as string | null);
			if (places === undefined) return failure('REFUSED', NO_WEBSITE);
			const network = context.claimNetwork ?? {};
			const problem =
				method === 'dns' ? await checkRecord(claim, places, network) : await checkFile(claim, places, network, siteUrl);
			const now = toTimestamp(new Date());
			if (problem !== undefined) {
				await state.claims.noteProblem(claim.id, problem, now);
				return failure('REFUSED', problem);
			}
			const verification = await state.claims.verify(claim.id, method, organization.fields.plan as string, now);
			if (verification === 'verified') await recordEvent(context, account.id, 'organization_claimed', request, slug);
			return ok((await ownClaim(context, account, slug)) ?? claim);
		},

		async withdrawClaim(request: RequestContext, slug: string): Promise<Result<boolean>> {
			return asSignedIn(context, request, async (account) => {
				const claim = await ownClaim(context, account, slug);
				if (claim === undefined) return false;
				const isWithdrawn = await state.claims.withdraw(claim.id, toTimestamp(new Date()));
				if (isWithdrawn) await recordEvent(context, account.id, 'claim_withdrawn', request, slug);
				return isWithdrawn;
			});
		},

		/** Returns a record that the account speaks for, or undefined if it speaks for no such record. */
		ownListing: (
			request: RequestContext,
			listings: Listings,
			kind: BrandKind,
			slug: string,
		): Promise<Result<ListedRecord | undefined>> =>
			asSignedIn(context, request, (account) =>
				ownRecord(proposerOf(context, account, listings), kind, slug).catch(refusedAs(undefined)),
			),

		/** Proposes new values for fields of a record that the account speaks for, or a new program. */
		propose: (
			request: RequestContext,
			listings: Listings,
			{ kind, slug, fields }: { kind: BrandKind; slug: string | undefined; fields: ProposedFields },
		): Promise<Result<Proposed>> =>
			asSignedIn(context, request, async (account) => {
				const proposer = proposerOf(context, account, listings);
				try {
					if (slug === undefined) return { proposal: await proposeProgram(proposer, fields) };
					const record = await ownRecord(proposer, kind, slug);
					return { proposal: await proposeChange(proposer, kind, slug, record, fields) };
				} catch (error) {
					if (!(error instanceof ApiError)) throw error;
					return { problems: problemsOf(error) };
				}
			}),

		/** The account's proposals about organizations and programs, newest first, and how many there are. */
		proposals: (request: RequestContext): Promise<Result<{ readonly total: number; readonly proposals: Proposal[] }>> =>
			asSignedIn(context, request, ({ id }) => state.proposals.ofAccount(id, KINDS, { most: PROPOSALS_SHOWN })),

		/** Withdraws a proposal. Returns false if it does not wait any more. */
		withdrawProposal: (request: RequestContext, id: string): Promise<Result<boolean>> =>
			asSignedIn(context, request, (account) => state.proposals.withdraw(account.id, id, toTimestamp(new Date()))),
	};
}

const NO_WEBSITE =
	'The directory does not know a website of this organization with a host name of its own, so nothing can be checked. Write to the editors.';

/** Returns the signed-in account, if its email address is confirmed or the site cannot confirm addresses. */
async function confirmedAccount(context: AccountContext, request: RequestContext): Promise<Account | Failure> {
	const session = await findSession(context, request);
	if (session === undefined) return failure('SIGNED_OUT');
	if (session.emailVerified || context.mail === undefined) return session.account;
	return failure('REFUSED', 'Confirm your email address first. Then claim the organization.');
}

async function ownClaim({ state }: AccountContext, { id }: Account, slug: string): Promise<Claim | undefined> {
	return (await state.claims.ofAccount(id)).find(({ organization }) => organization === slug);
}

function proposerOf({ state, siteUrl }: AccountContext, { id }: Account, directory: Listings): Proposer {
	return { account: id, directory, stores: state, siteUrl, now: new Date() };
}

/** Returns a function that replaces an ApiError with a value. */
function refusedAs<T>(value: T): (error: unknown) => T {
	return (error) => {
		if (error instanceof ApiError) return value;
		throw error;
	};
}

function problemsOf({ message, details }: ApiError): { readonly [field: string]: string } {
	const problems = (details ?? []).map((one) => ['field' in one ? one.field : '', one.message]);
	return problems.length === 0 ? { '': message } : Object.fromEntries(problems);
}
