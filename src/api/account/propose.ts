/** Adds the proposals of brands about their own organizations and programs. The API and the dashboard use it. */
import { SINGULAR } from '../../catalog/change.ts';
import type { BrandKind } from '../../catalog/records.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import {
	LONGEST_FIELDS,
	MOST_OF_ACCOUNT,
	type Proposal,
	type ProposalRefusal,
	type ProposedFields,
} from '../../state/proposals/proposal.ts';
import type { Stores } from '../../state/state.ts';
import { ApiError } from '../error.ts';
import { recordNotFound } from '../not-found.ts';
import type { ReleaseData } from '../release-data.ts';
import { checkFields } from './check-fields.ts';
import { invalidBody } from './parse-body.ts';
import { type ListedRecord, readListed } from './read-listed.ts';

export interface Proposer {
	/** The ID of the account. */
	readonly account: string;
	readonly release: Pick<ReleaseData, 'resource' | 'redirect' | 'pathsAround'>;
	readonly stores: Pick<Stores, 'claims' | 'proposals'>;
	/** The site's public origin. */
	readonly siteUrl: string;
	readonly now: Date;
}

/**
 * Finds a record that the account speaks for.
 *
 * @throws ApiError NOT_FOUND when there is no such record, NOT_CLAIMED when the account does not speak for it
 */
export async function ownRecord(proposer: Proposer, kind: BrandKind, slug: string): Promise<ListedRecord> {
	const record = readListed(proposer.release, kind, slug);
	if (record === undefined) {
		throw recordNotFound({ ...proposer, segments: [kind, slug], noun: SINGULAR[kind] });
	}
	await mustSpeakFor(proposer, record.organization);
	return record;
}

/** Proposes to change a record. @throws ApiError */
export async function proposeChange(
	proposer: Proposer,
	kind: BrandKind,
	slug: string,
	{ fields: before, organizationName }: ListedRecord,
	given: ProposedFields,
): Promise<Proposal> {
	const { release, now } = proposer;
	const fields = checkFields(kind, given, before, release, toTimestamp(now));
	const base = Object.fromEntries(Object.keys(fields).map((name) => [name, before[name] ?? null]));
	const target = slug;
	return add(proposer, { author: organizationName, kind: SINGULAR[kind], target, fields, base });
}

/** Proposes a new program. @throws ApiError */
export async function proposeProgram(proposer: Proposer, given: ProposedFields): Promise<Proposal> {
	const { release, now } = proposer;
	const fields = checkFields('programs', given, undefined, release, toTimestamp(now), ['slug', 'organization']);
	const { slug, organization } = fields as { readonly slug: string; readonly organization: string };
	await mustSpeakFor(proposer, organization);
	const path = `/programs/${slug}`;
	if (release.resource(path) !== undefined || release.redirect(path) !== undefined) {
		throw new ApiError('CONFLICT', `The slug ${slug} is taken. Choose another one, or change that program.`);
	}
	const { organizationName } = readListed(release, 'organizations', organization)!;
	return add(proposer, { author: organizationName, kind: 'program', target: slug, fields, base: null });
}

async function mustSpeakFor({ account, stores, siteUrl }: Proposer, organization: string): Promise<void> {
	if (await stores.claims.speaksFor(account, organization)) return;
	throw new ApiError(
		'NOT_CLAIMED',
		`Your account does not speak for the organization ${organization}. Claim it at ${siteUrl}/account/organizations/.`,
	);
}

async function add(
	{ account, stores, now }: Proposer,
	proposed: Pick<Proposal, 'author' | 'kind' | 'target' | 'fields' | 'base'>,
): Promise<Proposal> {
	if ([proposed.fields, proposed.base].some((values) => JSON.stringify(values).length > LONGEST_FIELDS)) {
		throw invalidBody([{ field: '', message: 'The fields are too long together. Send fewer of them.' }]);
	}
	const added = await stores.proposals.add({ account_id: account, ...proposed }, toTimestamp(now));
	if (typeof added === 'string') throw new ApiError('CONFLICT', REFUSALS[added]);
	return added;
}

const REFUSALS: { readonly [refusal in ProposalRefusal]: string } = {
	'account full': `${MOST_OF_ACCOUNT} of your proposals are pending, which is the maximum. Withdraw some, or wait until the editors have decided.`,
	'network full':
		'Too many proposals from your network are pending. Wait until the editors have decided about some of them.',
	full: 'Too many proposals are pending. Wait until the editors have decided about some of them.',
	'no account': 'The account no longer exists.',
};
