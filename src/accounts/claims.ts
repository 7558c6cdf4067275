import { readListed } from '../api/account/read-listed.ts';
import type { ReleaseData } from '../api/release-data.ts';
import { isSlug } from '../catalog/slug.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import { type Claim, type ClaimMethod, MOST_CLAIMS } from '../state/claim-store.ts';
import type { Account } from '../state/keys/account.ts';
import { placesAt, problemOf } from './claim-checks.ts';
import { type AccountContext, checkLimit, type RequestContext, recordEvent } from './context.ts';
import { type Failure, failure, ok, type Result } from './result.ts';
import { asSignedIn, findSession } from './session.ts';

/** The release in which organizations and programs are looked up. */
export type Listings = Pick<ReleaseData, 'resource' | 'redirect' | 'pathsAround'>;

/** Actions on the signed-in account's claims. A claim of another account is treated as missing. */
export function claims(context: AccountContext) {
	const { state } = context;

	return {
		/** The account's claims that were not withdrawn, oldest first. */
		claims: (request: RequestContext): Promise<Result<Claim[]>> =>
			asSignedIn(context, request, ({ id }) => state.claims.ofAccount(id)),

		async startClaim(request: RequestContext, listings: Listings, slug: string): Promise<Result<Claim>> {
			const account = await confirmedAccount(context, request);
			if ('ok' in account) return account;
			if (!isSlug(slug) || readListed(listings, 'organizations', slug) === undefined) {
				return failure(
					'REFUSED',
					'No organization here has this name or website, or several have it. Copy the address of its page in this directory.',
				);
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
			// A claim that was proved is checked again if a later check has failed.
			if (claim.status !== 'pending' && claim.problem === null) return ok(claim);
			const limited = await checkLimit(context, 'claim', request, account.email);
			if (limited) return limited;
			const places = placesAt(organization.fields.website_url as string | null);
			if (places === undefined) return failure('REFUSED', NO_WEBSITE);
			const problem = await problemOf(context, claim, places, method);
			const now = toTimestamp(new Date());
			if (problem !== undefined) {
				await state.claims.noteProblem(claim.id, problem, now);
				return failure('REFUSED', problem);
			}
			const verification = await state.claims.verify(claim.id, method, organization.fields.plan as string, now);
			const isNew = verification === 'verified' && claim.status === 'pending';
			if (isNew) await recordEvent(context, account.id, 'organization_claimed', request, slug);
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
