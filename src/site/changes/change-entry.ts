/** Describes a change in words. */
import type { ChangeKind, ChangeOp } from '../../history/change.ts';
import type { NumberedChange } from '../../history/newest-changes.ts';
import type { Release } from '../../release/release.ts';
import { categoryAddress, organizationAddress, programAddress, reviewAddress } from '../addresses.ts';
import { type FieldLine, fieldLine } from './field-line.ts';

export interface ChangeEntry {
	/** The change's number in the history. */
	readonly number: number;
	/**
	 * The record's name, or the slug of a removed record. Undefined for a removed review, because review IDs say nothing.
	 */
	readonly name: string | undefined;
	/** The address of the record, or undefined if the record was removed. */
	readonly address: string | undefined;
	readonly op: ChangeOp;
	/** The event, such as `Program added`. */
	readonly event: string;
	/** One line for each changed field. */
	readonly lines: readonly FieldLine[];
	readonly at: string;
}

export const KIND_NAMES: { readonly [kind in ChangeKind]: string } = {
	category: 'Category',
	organization: 'Organization',
	program: 'Program',
	review: 'Review',
};

const ADDRESSES: { readonly [kind in ChangeKind]: (id: string) => string } = {
	category: categoryAddress,
	organization: organizationAddress,
	program: programAddress,
	review: reviewAddress,
};

/** @param release provides the names of the records that have not been removed */
export function changeEntry({ number, kind, id, op, fields, at }: NumberedChange, release: Release): ChangeEntry {
	const values: { readonly [field: string]: readonly [unknown, unknown] } = fields === null ? {} : JSON.parse(fields);
	const { name, address } = namedRecord(kind, id, release);
	return {
		number,
		name: kind === 'review' && address === undefined ? undefined : name,
		address,
		op,
		event: `${KIND_NAMES[kind]} ${op}`,
		lines: Object.entries(values).map(([field, [before, after]]) => fieldLine(field, before, after)),
		at,
	};
}

interface RecordName {
	readonly name: string;
	readonly address: string | undefined;
}

/** Returns the name and address of a record. If the release lacks the record, returns its slug or ID as the name. */
export function namedRecord(kind: ChangeKind, id: string, release: Release): RecordName {
	const address = ADDRESSES[kind](id);
	const body = release.resource(address.slice(0, -1))?.body;
	if (body === undefined) return { name: id, address: undefined };
	const { data } = JSON.parse(body.toString());
	return { name: data.name ?? `Review of ${data.program.name}`, address };
}
