/**
 * The tables of columns, one for each kind of record. The schemas, the CSV files, the SQL, the API and the
 * documentation are derived from them.
 */
import { z } from 'zod';
import { capitalized } from './keyword-names.ts';

/** How to write a value of each type in a file, in Markdown. Completes the sentence "Write …". */
const FORMS = {
	slug: 'a slug such as `acme-co`',
	slugs: 'slugs separated by semicolons, such as `crm;sales`',
	id: 'an id such as `rev_8f3k2`',
	keyword: 'a word such as `in-house`',
	keywords: 'words separated by semicolons',
	countries: 'country codes separated by semicolons, such as `DE;US`, or `worldwide`',
	name: 'the name',
	line: 'one line of text',
	text: 'text of one or more lines',
	link: 'an address such as `https://acme.example/`',
	timestamp: 'a date such as `2026-04-18T09:30:00Z`',
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
	/** How files write values of the column, and how SQL stores them. */
	readonly type: ColumnType;
	/**
	 * The rule for values, and the default. The default is null if the value can be unknown. A column with neither a
	 * default nor `from` is required.
	 */
	readonly schema: z.ZodType;
	/** The meaning of the column, in one sentence without a full stop. */
	readonly meaning: string;
	/** The name of the value on pages, if it is not simply the column's name in words. */
	readonly label?: string;
	/** How to write a value, if the entry for the type in `FORMS` does not say enough. */
	readonly form?: string;
	/** Other spellings that files may use, each with its value. */
	readonly spellings?: { readonly [spelling: string]: string };
	/** The source of the default: another column, or the time of import. */
	readonly from?: string;
	/** The kind of the records that values refer to. */
	readonly refersTo?: 'organizations' | 'categories' | 'programs';
	/** The table that stores the column, if it is not the main table of this kind of record. */
	readonly table?: 'program_categories' | 'authors';
}

/**
 * The API's responses that contain a field of a program. Reduced items contain only the fields for `every response`.
 */
export type Responses = 'every response' | 'items and detail' | 'items' | 'detail';

/** A column of programs. */
export interface ProgramColumn extends Column {
	/** The responses that contain the value under the name of the column. */
	readonly responses?: Responses;
}

/** The columns of a kind of record, by name. */
export interface Columns {
	readonly [name: string]: Column;
}

type Shape<C extends Columns> = { [N in keyof C]: C[N]['schema'] };

/** A record with these columns. */
export type RecordWith<C extends Columns> = z.output<z.ZodObject<Shape<C>>>;

type OptionalIn<C extends Columns> = {
	[N in keyof C]: undefined extends z.input<C[N]['schema']> ? N : never;
}[keyof C];

/** The schema of records with these columns and no others. */
export function schemaOf<C extends Columns>(columns: C) {
	const shape = Object.fromEntries(Object.entries(columns).map(([name, { schema }]) => [name, schema]));
	return z.strictObject(shape as Shape<C>);
}

/** The default values of optional columns. */
export function defaultsOf<C extends Columns>(columns: C): Pick<RecordWith<C>, OptionalIn<C> & keyof RecordWith<C>> {
	const defaults = Object.entries(columns).flatMap(([name, { schema }]) => {
		const { success, data } = schema.safeParse(undefined);
		return success ? [[name, data]] : [];
	});
	return Object.fromEntries(defaults);
}

/** The names of the columns in the main table of their kind. */
export function storedColumns(columns: Columns): string[] {
	return Object.keys(columns).filter((name) => columns[name]!.table === undefined);
}

/** The names of the columns of these types. */
export function columnsOfType(columns: Columns, ...types: readonly ColumnType[]): string[] {
	return Object.keys(columns).filter((name) => types.includes(columns[name]!.type));
}

/** Whether a record must have a value for a column. */
export function isRequired({ schema, from }: Column): boolean {
	return from === undefined && !schema.safeParse(undefined).success;
}

/** The name of a column's values on pages, such as `Commission type`. */
export function labelOf(columns: Columns, name: string): string {
	return columns[name]?.label ?? capitalized(name.replaceAll('_', ' '));
}

/** How to write a value of the column, in Markdown. Completes the sentence "Write …". */
export function formOf({ type, schema, form }: Column): string {
	if (type !== 'choice') return form ?? FORMS[type];
	const words = wordsOf(schema).map((word) => `\`${word}\``);
	return `one of ${words.join(', ')}`;
}

/** The values of a column with a closed list. */
export function wordsOf(schema: z.ZodType): string[] {
	return jsonTypes(schema).flatMap(({ enum: words = [] }) => words as string[]);
}

/** How to write a value of the column, as plain text. */
export function plainForm(column: Column): string {
	return formOf(column).replaceAll('`', '');
}

function jsonTypes(schema: z.ZodType) {
	const json = z.toJSONSchema(schema);
	return json.anyOf ?? [json];
}
