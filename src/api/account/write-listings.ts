/** The endpoints with which brands propose changes of their listings. */
import { z } from 'zod';
import { type Columns, isRequired } from '../../catalog/columns.ts';
import { ORGANIZATION_COLUMNS } from '../../catalog/organization.ts';
import { PROGRAM_COLUMNS } from '../../catalog/program.ts';
import { BRAND_FIELDS, type BrandKind } from '../../catalog/records.ts';
import type { Proposal, ProposedFields } from '../../state/proposals/proposal.ts';
import { columnField } from '../schemas/component.ts';
import { offers } from '../schemas/program.ts';
import { type AccountHandler, type AccountReply, type AccountRequest, mustMatch } from './answer-account.ts';
import { proposalData, proposalLocation } from './proposals.ts';
import { ownRecord, type Proposer, proposeChange, proposeProgram } from './propose.ts';

/** The form of these bodies for tools. Their fields are checked by the rules of an import. */
const program: Columns = PROGRAM_COLUMNS;
const own = (names: readonly string[], columns: Columns, areRequired: boolean) =>
	z.strictObject(
		Object.fromEntries(
			names.map((name) => {
				const schema = name === 'offers' ? offers : columnField(columns[name]!);
				const isOptional = !areRequired || !isRequired(columns[name]!);
				return [name, isOptional ? schema.optional().meta({ description: columns[name]!.meaning }) : schema];
			}),
		),
	);
export const PROGRAM_CHANGE = own(BRAND_FIELDS.programs, program, false);
export const NEW_PROGRAM = own(['slug', 'organization', ...BRAND_FIELDS.programs], program, true);
export const ORGANIZATION_CHANGE = own(BRAND_FIELDS.organizations, ORGANIZATION_COLUMNS, false);

/** A JSON object. Unlike z.record, keeps a field with the name `__proto__`, which is then refused. */
const fieldsOfBody = z.custom<ProposedFields>(
	(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	{ error: 'The body must be a JSON object with fields' },
);

export const updateProgram: AccountHandler = (request) => update(request, 'programs');
export const updateOrganization: AccountHandler = (request) => update(request, 'organizations');

export const createProgram: AccountHandler = async (request) => {
	request.parameters({});
	return replyWith(await proposeProgram(proposerOf(request), request.body(fieldsOfBody)), request);
};

async function update(request: AccountRequest, kind: BrandKind): Promise<AccountReply> {
	const proposer = proposerOf(request);
	const [, slug] = request.segments as [string, string];
	const record = await ownRecord(proposer, kind, slug);
	request.parameters({});
	mustMatch(request.header('if-match'), record.tag);
	const proposal = await proposeChange(proposer, kind, slug, record, request.body(fieldsOfBody));
	return replyWith(proposal, request);
}

function proposerOf({ account, release, stores, siteUrl, now }: AccountRequest): Proposer {
	return { account: account.id, release, stores, siteUrl, now };
}

function replyWith(proposal: Proposal, { siteUrl }: AccountRequest): AccountReply {
	return { body: { data: proposalData(proposal) }, headers: proposalLocation(siteUrl, proposal) };
}
