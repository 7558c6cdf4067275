/** Describes a change in words. */

import { dataAt } from '../../api/release-data.ts';
import type { ChangedFields, ChangeKind, ChangeOp } from '../../catalog/change.ts';
import { defaultsOf, labelOf } from '../../catalog/columns.ts';
import { type ListedOffer, OFFER_COLUMNS } from '../../catalog/offer.ts';
import { PROGRAM_COLUMNS } from '../../catalog/program.ts';
import type { Named, PublishedReview } from '../../catalog/published.ts';
import { isChange } from '../../catalog/records.ts';
import { statedType } from '../../catalog/resources.ts';
import type { NumberedChange } from '../../release/history/newest-changes.ts';
import type { Release } from '../../release/release.ts';
import { categoryAddress, organizationAddress, programAddress, reviewAddress } from '../addresses.ts';
import { dayOf } from '../format/dates.ts';
import { KEYWORD_WORDS } from '../format/keyword-words.ts';
import { number } from '../format/numbers.ts';
import { inOneLine, offerWords } from '../format/pay-words.ts';

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
	/** One line for each changed field, without bookkeeping. If a figure appeared or disappeared, its line also stands for its kind. */
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
export function changeEntry({ number, kind, id, op, fields, at }: NumberedChange, release: Resources): ChangeEntry {
	const values: ChangedFields = fields === null ? {} : JSON.parse(fields);
	const { name, address } = recordIn(release, kind, id);
	const sideOf = (field: string, side: 0 | 1) => {
		const value = values[field]![side];
		const evidence = values.commission_evidence?.[side] as object | undefined;
		return field === 'commission_type' ? statedType(value, evidence) : value;
	};
	return {
		number,
		name: kind === 'review' && address === undefined ? undefined : name,
		address,
		op,
		event: `${KIND_NAMES[kind]} ${op}`,
		lines: Object.entries(values)
			.filter(([field, sides]) => isChange([field]) && (field !== 'commission_qualifier' || !sides.includes(null)))
			.map(([field]) => fieldLine(field, sideOf(field, 0), sideOf(field, 1))),
		at,
	};
}

type Resources = Pick<Release, 'resource'>;

/** Finds a record. If the release lacks it, it has no address, and its slug or ID takes the place of its name. */
export function recordIn(release: Resources, kind: ChangeKind, id: string) {
	const address = ADDRESSES[kind](id);
	const record = dataAt<Named | Pick<PublishedReview, 'program'>>(release, address.slice(0, -1));
	if (record === undefined) return { name: id, address: undefined };
	return { name: 'name' in record ? record.name : `Review of ${record.program.name}`, address };
}

/** A changed field. `before` and `after` are both undefined if one of them is too long to show. */
export interface FieldLine {
	/** The name of the field, such as `Commission rate`. */
	readonly label: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
}

/** The maximum length of a value to show, in characters. */
const LONGEST_VALUE = 80;

/** The figures of a commission. A commission without a figure may be published in words. */
const FIGURES = new Set(['commission_rate', 'commission_amount']);

const UNITS: { readonly [field: string]: string } = {
	commission_rate: '%',
	cookie_days: ' days',
	approval_days: ' days',
};

export function fieldLine(field: string, before: unknown, after: unknown): FieldLine {
	const old = valueText(field, before);
	const now = valueText(field, after);
	const isShort = old.length <= LONGEST_VALUE && now.length <= LONGEST_VALUE;
	return {
		label: labelOf(PROGRAM_COLUMNS, field),
		before: isShort ? old : undefined,
		after: isShort ? now : undefined,
	};
}

/** Reads an offer in a recorded change. Older versions of the application recorded fewer columns. */
export function recordedOffer(value: object): ListedOffer {
	return { ...defaultsOf(OFFER_COLUMNS), ...value };
}

/** Puts the value of a field into words. */
export function valueText(field: string, value: unknown): string {
	if (value === null && FIGURES.has(field)) return 'no figure';
	if (value === null || value === '') return 'not stated';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'number') return number(value) + (UNITS[field] ?? '');
	if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => valueText(field, one)).join(', ');
	if (field === 'offers') return inOneLine(offerWords(recordedOffer(value as object), undefined));
	if (typeof value === 'object') return String((value as { readonly name?: string }).name);
	const text = String(value);
	if (field in KEYWORD_WORDS) return KEYWORD_WORDS[field as keyof typeof KEYWORD_WORDS](text);
	return /^\d{4}-\d\d-\d\d(T|$)/.test(text) ? dayOf(text) : text;
}
