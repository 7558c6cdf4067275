/** A mapping says which column of a table holds which field, and how its values are read. Mappings are saved as JSON. */
import { z } from 'zod';
import { currency } from '../../../catalog/fields.ts';
import { PROGRAM_COLUMNS } from '../../../catalog/program.ts';
import { COLUMNS } from '../../../catalog/records.ts';
import { REVIEW_COLUMNS } from '../../../catalog/review.ts';
import { UserError } from '../../../shared/user-error.ts';
import type { Table } from './table.ts';

/** The kinds of records that a table can hold. */
export type TableKind = 'programs' | 'reviews';

/**
 * The fields that are no columns of our programs: `commission` is the commission in words or as a figure, and
 * `commission_unit` the unit of this figure in each row.
 */
export const COMMISSION = 'commission';
export const COMMISSION_UNIT = 'commission_unit';

export const FIELDS: { readonly [K in TableKind]: readonly string[] } = {
	programs: [...Object.keys(PROGRAM_COLUMNS), COMMISSION, COMMISSION_UNIT],
	reviews: Object.keys(REVIEW_COLUMNS),
};

/** The fields that every table must have. */
export const NEEDED: { readonly [K in TableKind]: readonly string[] } = {
	programs: ['name', 'website_url'],
	reviews: ['program', 'rating'],
};

const columnSchema = z.strictObject({
	/** The field that the column holds. */
	field: z.string(),
	/** The mark before decimals, which decides about numbers such as `1.234`. */
	decimal: z.enum(['.', ',']).optional(),
	dates: z.enum(['day-month', 'month-day']).optional(),
	/**
	 * What a number without a unit is: `%`, `share` (0.2 is 20%), a currency code, or a unit of time. Without it, such
	 * a commission is kept as text.
	 */
	unit: z.union([z.enum(['%', 'share', 'days', 'hours', 'weeks', 'months']), currency]).optional(),
});

const mappingSchema = z.strictObject({
	kind: z.enum(['programs', 'reviews']),
	/** The columns that are read, by their names in the header. All other columns are ignored. */
	columns: z.record(z.string(), columnSchema),
	/** What a mapping that an earlier version saved assumed of rows that do not say how they pay. It is not used. */
	commission_type: z.unknown().optional(),
	/**
	 * The columns that say from whom a source collected its programs, such as a network. A source that collects them from
	 * others has this property, but the list can be empty.
	 */
	collected_from: z.array(z.string()).optional(),
	/** The currency of amounts without one, as an ISO 4217 code. */
	currency: currency.optional(),
});

export type ColumnMapping = z.output<typeof columnSchema>;
export type Mapping = z.output<typeof mappingSchema>;

/** Reads a saved mapping. @throws UserError when it is no mapping, or names an unknown field */
export function parseMapping(file: string, json: unknown): Mapping {
	const { success, data, error } = mappingSchema.safeParse(json);
	if (!success) {
		const [{ path, message }] = error.issues as [z.core.$ZodIssue];
		throw new UserError(`${file} is not a mapping: ${path.join('.') || 'it'}: ${message}.`);
	}
	for (const [column, { field }] of Object.entries(data.columns)) {
		if (FIELDS[data.kind].includes(field)) continue;
		throw new UserError(`${file} maps the column “${column}” to “${field}”, but ${data.kind} have no such field.`);
	}
	return data;
}

/** Reads the mappings of a source's last import. @param saved as JSON */
export function savedMappings(source: string, saved: string | null): Mapping[] {
	const mappings: unknown[] = saved === null ? [] : JSON.parse(saved);
	return mappings.map((mapping) => parseMapping(`The saved mapping of ${source}`, mapping));
}

/** Returns the columns of a mapping that a table lacks. A table of JSON may lack a field, as then no row has a value for it. */
export function missingColumns(
	{ kind, columns, collected_from: groups = [] }: Mapping,
	{ header, isSparse }: Table,
): string[] {
	const read = Object.entries(columns).flatMap(([name, { field }]) =>
		!isSparse || NEEDED[kind].includes(field) ? [name] : [],
	);
	const needed = new Set([...read, ...(isSparse ? [] : groups)]);
	return [...needed].filter((name) => !header.includes(name));
}

/** Checks that a table has the columns of a mapping. @throws UserError when it lacks one */
export function checkMapping(mapping: Mapping, table: Table): void {
	const { file, header, words } = table;
	const missing = missingColumns(mapping, table);
	if (missing.length === 0) return;
	const named = missing.map((column) => `“${column}”`).join(', ');
	throw new UserError(
		`${file} has no ${words.column} ${named}, which the mapping names. It has: ${header.join(', ')}. Correct the mapping, or import the file with a new one.`,
	);
}

/** The type of a field's values. */
export function typeOf(kind: TableKind, field: string): string {
	return COLUMNS[kind][field]?.type ?? field;
}
