/** Proposals: what brands, publishers and readers sent. They wait in the state until an editor takes them in. */
import { randomText } from '../keys/secret.ts';

export const PROPOSAL_KINDS = ['program', 'organization', 'review', 'report'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

export const PROPOSAL_STATUSES = ['pending', 'accepted', 'rejected', 'withdrawn'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** Values by the names of their fields. */
export type ProposedFields = Readonly<Record<string, unknown>>;

export interface NewProposal {
	/** The account that sent it. Null for reports, and for proposals that the directory itself makes. */
	readonly account_id: string | null;
	/** Who proposes it, in words for editors. It contains no email address. */
	readonly author: string;
	readonly kind: ProposalKind;
	/** The slug of the record that it is about. For a new record, the slug that it would get. */
	readonly target: string;
	/** What is proposed, at most LONGEST_FIELDS characters as JSON. */
	readonly fields: ProposedFields;
	/** The values of the same fields as the sender saw them. Null for a new record. */
	readonly base: ProposedFields | null;
}

export interface Proposal extends NewProposal {
	readonly id: string;
	readonly status: ProposalStatus;
	/** Grows with each edit, so that nobody settles a version that they have not seen. */
	readonly version: number;
	/** Why it was rejected, or a remark about accepting it, for the sender. */
	readonly reason: string | null;
	/** The change of the snapshot that took it in. */
	readonly change_id: string | null;
	/** How often it was sent. Equal reports are one. */
	readonly times: number;
	readonly created_at: string;
	readonly updated_at: string;
	readonly settled_at: string | null;
}

/**
 * Why a proposal was not added: too many wait already, of the account, from the network or of the kind, or the account is
 * gone.
 */
export type ProposalRefusal = 'account full' | 'network full' | 'full' | 'no account';

/**
 * What became of an attempt to settle a proposal: it is settled now, it was settled or withdrawn before, it was edited
 * since it was read, or it does not exist.
 */
export type Settling = 'settled' | 'settled before' | 'edited' | 'missing';

export interface Settlement {
	readonly id: string;
	/** The version that was read. */
	readonly version: number;
	readonly status: 'accepted' | 'rejected';
	readonly reason: string | null;
	readonly change_id: string | null;
}

/** The longest JSON of a proposal's fields, and of its base, in characters. */
export const LONGEST_FIELDS = 65_536;
/** The longest reason, in characters. */
export const LONGEST_REASON = 1000;
/** The maximum number of proposals of an account that wait. */
export const MOST_OF_ACCOUNT = 100;
/** The maximum number of withdrawn proposals of an account that are kept. */
export const MOST_WITHDRAWN = 100;
/** The maximum number of proposals of each kind that wait. A flood of one kind leaves room for the others. */
export const MOST_WAITING: Readonly<Record<ProposalKind, number>> = {
	program: 5000,
	organization: 5000,
	review: 5000,
	report: 1000,
};
/** The part of that maximum which can wait from one network. */
export const NETWORK_SHARE = 1 / 20;

const ID_LENGTH = 16;

export function newProposalId(): string {
	return `prop_${randomText(ID_LENGTH)}`;
}

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
