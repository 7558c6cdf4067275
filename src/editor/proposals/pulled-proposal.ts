/** Checks the proposals that another directory sends. It can send anything. */
import { z } from 'zod';
import { BRAND_FIELDS } from '../../catalog/brand-fields.ts';
import * as field from '../../catalog/fields.ts';
import { REVIEW_COLUMNS } from '../../catalog/review.ts';
import { ProposalIdSchema, VersionSchema } from '../../server/operator/proposal-messages.ts';
import {
	LONGEST_FIELDS,
	PROPOSAL_KINDS,
	type Proposal,
	type ProposalKind,
	type ProposedFields,
} from '../../state/proposals/proposal.ts';
import { REVIEW_FIELDS } from './take-review.ts';

/** The deepest nesting of a value. Offers are lists of objects with lists. */
const DEEPEST = 8;

const ValuesSchema = z
	.record(z.string(), z.unknown())
	.refine((values) => isWithin(values, DEEPEST) && JSON.stringify(values).length <= LONGEST_FIELDS);

/** Whether a value is nested at most so deeply. Deeper ones could not be written as JSON again. */
function isWithin(value: unknown, depth: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1));
}

const PulledSchema = z
	.object({
		id: ProposalIdSchema,
		author: field.name,
		kind: z.enum(PROPOSAL_KINDS),
		target: field.slug,
		fields: ValuesSchema,
		base: ValuesSchema.nullable(),
		version: VersionSchema,
		created_at: field.timestamp,
		updated_at: field.timestamp,
	})
	.refine(({ kind, fields, base }) => Object.keys(fields).length > 0 && ALLOWED[kind](fields, base));

/** Says whether a proposal of a kind can have these fields. */
const ALLOWED: { readonly [kind in ProposalKind]: (fields: ProposedFields, base: ProposedFields | null) => boolean } = {
	program: (fields, base) =>
		haveNames(fields, base === null ? [...BRAND_FIELDS.programs, 'slug', 'organization'] : BRAND_FIELDS.programs),
	// When a claim begins or ends, the directory proposes the plan.
	organization: (fields, base) => base !== null && haveNames(fields, [...BRAND_FIELDS.organizations, 'plan']),
	review: (fields) => REVIEW_FIELDS.safeParse(fields).success,
	report: (fields) => ReportSchema.safeParse(fields).success,
};

const ReportSchema = z.strictObject({
	message: z.string(),
	source: z.string().optional(),
	/** The ID of the review that the report is about, if it is about one. */
	review: REVIEW_COLUMNS.id.schema.optional(),
});

function haveNames(fields: ProposedFields, names: readonly string[]): boolean {
	return Object.keys(fields).every((name) => names.includes(name));
}

/** Returns a proposal of another directory as it is stored here, or undefined if it breaks a rule. */
export function pulledProposal(sent: unknown): Proposal | undefined {
	const { data } = PulledSchema.safeParse(sent);
	return data && { ...data, ...OWN };
}

/** What this machine decides, and the store sets. */
const OWN = {
	account_id: null,
	status: 'pending',
	reason: null,
	change_id: null,
	times: 1,
	origin: null,
	reported_at: null,
	settled_at: null,
} as const;
