/**
 * The types and functions for column tables. Each kind of record has a column table, from which its schema, CSV file,
 * SQL, API fields and documentation are derived.
 */
import { z } from 'zod';
import { capitalized } from './keyword-names.ts';

/** Markdown instructions for writing a value of each type in a file. They complete the sentence "Write …". */
const FORMS = {
	slug: 'a slug such as `acme-co`',
	slugs: 'slugs separated by semicolons, such as `crm;sales`',
	id: 'an id such as `rev_8f3k2`',
	keyword: 'a word such as `in-house`',
	keywords: 'words separated by semicolons',
	names: 'names separated by semicolons, such as `Acme Mail;Acmeletter`',
	countries: 'country codes separated by semicolons, such as `DE;US`, or `worldwide`',
	offers: 'offers as JSON, such as `[{"rate": 40, "condition": "Gold partners"}]`',
	evidence: 'nothing, because the application keeps it',
	name: 'the name',
	line: 'one line of text',
	text: 'text of one or more lines',
	link: 'an address such as `https://acme.example/`',
	timestamp: 'a date such as `2026-04-18T09:30:00Z`',
	date: 'a date such as `2026-07-01`',
	icon: 'an icon from lucide.dev/icons such as `shopping-cart`',
	currency: 'a currency code such as `EUR`',
	percentage: 'a percentage such as `12.5`',
	amount: 'an amount such as `49.90`',
	count: 'a whole number such as `120`',
	days: 'a whole number of days such as `30`',
	rating: 'a rating such as `4.5`',
	boolean: '`true` or `false` (or `yes` and `no`, or `1` and `0`)',
};

export type ColumnType = keyof typeof FORMS | 'choice';

/** The value of `from` for a column whose default is the time of the import. */
export const IMPORT_TIME = 'the time of import';

export interface Column {
	/** Determines how values of the column are written in files and stored in SQL. */
	readonly type: ColumnType;
	/**
	 * The rule for values, and the default value. The default is null if the value can be unknown. If a column has
	 * neither a default nor `from`, it is required.
	 */
	readonly schema: z.ZodType;
	/** The meaning of the column, in one sentence without a full stop. */
	readonly meaning: string;
	/** The name of the value on pages. By default, it is derived from the column's name. */
	readonly label?: string;
	/** Instructions for writing a value, to use instead of the type's entry in `FORMS`. */
	readonly form?: string;
	/** Alternative spellings that files may use. Maps each spelling to the value that it means. */
	readonly spellings?: { readonly [spelling: string]: string };
	/** The source of the default: another column, or the time of import. */
	readonly from?: string;
	/** The kind of record that the values refer to. */
	readonly refersTo?: 'organizations' | 'categories' | 'programs';
	/** Whether editors alone decide about its value. A brand may propose values of other columns for its own records. */
	readonly isForEditors?: true;
	/**
	 * Whether the column says something about the entry, and not about what the entry describes: its counters, its dates, and
	 * where its values come from. A record in which only such columns differ has not changed: see `isChange`.
	 */
	readonly isBookkeeping?: true;
	/** The SQL table that stores the column, if that is not the main table for this kind of record. */
	readonly table?: 'program_categories' | 'offers' | 'authors';
}

/**
 * The API responses that contain a program field. Reduced items contain only the fields for `every response`.
 */
export type Responses = 'every response' | 'items and detail' | 'items' | 'detail';

export interface ProgramColumn extends Column {
	/** The API responses that contain the value in a field with the column's name. By default, `detail`. */
	readonly responses?: Responses | 'none';
	/** Whether it is one of the program's terms. An editor who changes a term has checked the terms. */
	readonly isTerm?: true;
}

export interface Columns {
	readonly [name: string]: Column;
}

type Shape<C extends Columns> = { [N in keyof C]: C[N]['schema'] };

export type RecordWith<C extends Columns> = z.output<z.ZodObject<Shape<C>>>;

/** Makes a column whose values can be unknown. */
export function optional<T extends ColumnType, S extends z.ZodType>(type: T, schema: S, meaning: string) {
	return { type, schema: schema.nullable().default(null), meaning };
}

type OptionalIn<C extends Columns> = {
	[N in keyof C]: undefined extends z.input<C[N]['schema']> ? N : never;
}[keyof C];

/** Returns the schema of records with these columns and no others. */
export function schemaOf<C extends Columns>(columns: C) {
	const shape = Object.fromEntries(Object.entries(columns).map(([name, { schema }]) => [name, schema]));
	return z.strictObject(shape as Shape<C>);
}

export function defaultsOf<C extends Columns>(columns: C): Pick<RecordWith<C>, OptionalIn<C> & keyof RecordWith<C>> {
	const defaults = Object.entries(columns).flatMap(([name, { schema }]) => {
		const { success, data } = schema.safeParse(undefined);
		return success ? [[name, data]] : [];
	});
	return Object.fromEntries(defaults);
}

/** Returns the names of the columns that are stored in the main SQL table for their kind of record. */
export function storedColumns(columns: Columns): string[] {
	return Object.keys(columns).filter((name) => columns[name]!.table === undefined);
}

export function columnsOfType(columns: Columns, ...types: readonly ColumnType[]): string[] {
	return Object.keys(columns).filter((name) => types.includes(columns[name]!.type));
}

/** Returns the names of the columns whose values a brand may propose for its own records. */
export function columnsFromBrands(columns: Columns): string[] {
	return Object.keys(columns).filter((name) => !columns[name]!.isForEditors);
}

export function isRequired({ schema, from }: Column): boolean {
	return from === undefined && !schema.safeParse(undefined).success;
}

/** Returns the name that pages show for a column's values, such as `Commission type`. */
export function labelOf(columns: Columns, name: string): string {
	return columns[name]?.label ?? capitalized(name.replaceAll('_', ' '));
}

/** Returns Markdown instructions for writing a value of the column. They complete the sentence "Write …". */
export function formOf({ type, schema, form }: Column): string {
	if (type !== 'choice') return form ?? FORMS[type];
	const words = wordsOf(schema).map((word) => `\`${word}\``);
	return `one of ${words.join(', ')}`;
}

/** Returns the allowed values of a column that has a closed list of values. */
export function wordsOf(schema: z.ZodType): string[] {
	return jsonTypes(schema).flatMap(({ enum: words = [] }) => words as string[]);
}

/** Returns the same instructions as `formOf`, but as plain text. */
export function plainForm(column: Column): string {
	return formOf(column).replaceAll('`', '');
}

function jsonTypes(schema: z.ZodType) {
	const json = z.toJSONSchema(schema);
	return json.anyOf ?? [json];
}
