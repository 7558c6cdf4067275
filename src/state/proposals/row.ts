import type { Proposal } from './proposal.ts';

/** A proposal as the database stores it, with JSON as text. */
export interface ProposalRow extends Omit<Proposal, 'fields' | 'base'> {
	readonly fields: string;
	readonly base: string | null;
}

export const PROPOSAL_COLUMNS = `id, account_id, author, kind, target, fields, base, status, version, reason, change_id,
	times, created_at, updated_at, settled_at`;

export function asProposal(row: ProposalRow | undefined): Proposal | undefined {
	return row && { ...row, fields: JSON.parse(row.fields), base: row.base === null ? null : JSON.parse(row.base) };
}

export function rowOf(proposal: Proposal): ProposalRow {
	const { fields, base } = proposal;
	return { ...proposal, fields: JSON.stringify(fields), base: base === null ? null : JSON.stringify(base) };
}

export const INSERT_PROPOSAL = `INSERT INTO proposals (id, account_id, author, kind, target, fields, base, status, version,
	reason, change_id, times, created_at, updated_at, settled_at)
	VALUES (@id, @account_id, @author, @kind, @target, @fields, @base, @status, @version, @reason,
	@change_id, @times, @created_at, @updated_at, @settled_at)`;
