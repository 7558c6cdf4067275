/** Changes to published records. */
import type { Kind } from './records.ts';

/**
 * The kinds of record, in the order in which a publication lists its changes. Records refer only to records of kinds
 * earlier in this list.
 */
export const CHANGE_KINDS = ['category', 'organization', 'program', 'review'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The kinds of record, by their plurals. */
export const SINGULAR = {
	organizations: 'organization',
	categories: 'category',
	programs: 'program',
	reviews: 'review',
} as const satisfies { readonly [K in Kind]: ChangeKind };

export const CHANGE_OPS = ['added', 'changed', 'removed'] as const;
export type ChangeOp = (typeof CHANGE_OPS)[number];

/** The fields that differ, each with its values before and after the change. */
export interface ChangedFields {
	readonly [name: string]: readonly [before: unknown, after: unknown];
}

export type Change = { readonly kind: ChangeKind; readonly id: string } & (
	| {
			readonly op: 'removed';
			/** The slug or ID of the record that replaces it, if it was renamed or merged. */
			readonly successor?: string | undefined;
	  }
	| {
			readonly op: 'added';
			/** The former slug or ID of the record, which the same publication removed, if the record was renamed. */
			readonly renamed_from?: string | undefined;
	  }
	| { readonly op: 'changed'; readonly fields: ChangedFields }
);

export interface StoredChange {
	readonly kind: ChangeKind;
	readonly id: string;
	readonly op: ChangeOp;
	/** The changed fields as JSON. Null if there are none, or if the record was removed later. If it is hidden, all values are null. */
	readonly fields: string | null;
	/** The former slug or ID of an added record, if the record was renamed. */
	readonly renamed_from: string | null;
	/** The slug or ID of the record that replaced a removed one, if it was renamed or merged. */
	readonly successor: string | null;
	/** Whether only mirrors get this change. They get the present values of its fields. */
	readonly hidden: 0 | 1;
	/** The time of the publication. */
	readonly at: string;
}

/** Where a list of changes starts: after a snapshot, or at a time. */
export type ChangesStart =
	/** Starts after the latest publication of the snapshot with this ID. */
	| { readonly snapshot: string }
	/**
	 * Starts after the publication that was current at this time, a timestamp in the catalogue's format. Publications in
	 * the same second come after the start, because they were published in the course of that second.
	 */
	| { readonly time: string };

export interface ChangesSince {
	/** The snapshot that was published last. It includes all the changes. */
	readonly snapshot: string;
	/** The total number of changes since the start, counting only the requested kinds of record. */
	readonly total: number;
	readonly changes: readonly StoredChange[];
}
