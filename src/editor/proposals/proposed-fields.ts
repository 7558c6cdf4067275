/** Compares proposals with the snapshot, and takes their fields in. */
import type Database from 'better-sqlite3';
import { isSameValue, type Kind } from '../../catalog/records.ts';
import { tagOf } from '../../shared/http/content.ts';
import { recordFinder } from '../../snapshot/read.ts';
import type { OpenChange } from '../../snapshot/write.ts';
import type { Proposal, ProposalKind, ProposedFields } from '../../state/proposals/proposal.ts';
import { addRecord, presentKey, setFields } from '../edits/edit-records.ts';

/** A field that was proposed, with its value in the snapshot. */
export interface ProposedField {
	readonly field: string;
	readonly proposed: unknown;
	readonly ours: unknown;
	/** The value as the sender saw it. */
	readonly seen: unknown;
	/** Whether it was changed since the sender saw it, to another value than the proposed one. */
	readonly isConflict: boolean;
}

export const RECORD_KINDS: { readonly [kind in ProposalKind]: Kind } = {
	program: 'programs',
	organization: 'organizations',
	review: 'reviews',
	report: 'programs',
};

/** Compares the fields of a proposal with the snapshot. A new record and a report have no conflicts. */
export function compareFields(db: Database.Database, proposal: Proposal): ProposedField[] {
	const { kind, target, fields, base } = proposal;
	const of = RECORD_KINDS[kind];
	const key = kind === 'review' ? String(fields.id) : target;
	const record = kind === 'report' || base === null ? undefined : recordFinder(db)(of, presentKey(db, of, key));
	return Object.entries(fields).map(([field, proposed]) => {
		const seen = base?.[field] ?? null;
		const ours: unknown = record === undefined ? null : (record[field as never] ?? null);
		const isChanged = record !== undefined && !isSame(ours, seen);
		return { field, proposed, ours, seen, isConflict: isChanged && !isSame(ours, proposed) };
	});
}

/** Returns a tag that changes if one of the values in the snapshot does. */
export function tagOfOurs(compared: readonly ProposedField[]): string {
	return tagOf(JSON.stringify(compared.map(({ ours }) => ours)));
}

function isSame(a: unknown, b: unknown): boolean {
	return isSameValue(a ?? null, b ?? null);
}

/** Makes the edits of a proposal, unless it is a review. */
export function takeFields(change: OpenChange, proposal: Proposal, fields: ProposedFields): void {
	const { target, base } = proposal;
	// An editor corrects the fact, or finds that it is right. Accepting the report only says that it was dealt with.
	if (proposal.kind === 'report') return;
	const kind = RECORD_KINDS[proposal.kind];
	const { db } = change;
	const key = base === null ? target : presentKey(db, kind, target);
	const there = recordFinder(db)(kind, key);
	// An editor has made the same change, or a command that took the proposal in was killed before it could say so.
	const isThere =
		there !== undefined && Object.entries(fields).every(([name, value]) => isSame(there[name as never], value));
	if (isThere) return;
	if (base === null) addRecord(change, kind, fields);
	else setFields(change, kind, key, fields);
}
