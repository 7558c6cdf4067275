/** The parts of OpenAffiliate's `registry.json` that an import uses, under their original names. */
import { z } from 'zod';
import type { Problem } from '../../catalog/records.ts';

const text = z.string({ error: 'text' });
const number = z.number({ error: 'a number' });

const CommissionSchema = z.looseObject(
	{
		/** `one-time`, `recurring`, `hybrid` or `tiered`. */
		type: text,
		/** The commission as free text: `20%`, `$15-20`, `varies`. */
		rate: text.nullish(),
		currency: text.nullish(),
		/** Such as `12 months` or `lifetime`. */
		duration: text.nullish(),
		/** A sentence about the commission and its conditions. */
		conditions: text.nullish(),
	},
	{ error: 'an object' },
);

const PayoutSchema = z.looseObject(
	{
		minimum: number.nullish(),
		currency: text.nullish(),
		frequency: text.nullish(),
		/** Such as `bank` and `paypal`. */
		methods: z.array(text, { error: 'a list' }).nullish(),
	},
	{ error: 'an object' },
);

const ProgramSchema = z.looseObject(
	{
		slug: text,
		/** The name of the brand. */
		name: text,
		url: text,
		/** Other names of the brand, often as slugs. */
		aliases: z.array(text, { error: 'a list' }).nullish(),
		category: text.nullish(),
		tags: z.array(text, { error: 'a list' }).nullish(),
		commission: CommissionSchema,
		cookie_days: number.nullish(),
		payout: PayoutSchema.nullish(),
		signup_url: text.nullish(),
		/** `manual`, `auto` or `invite-only`. */
		approval: text.nullish(),
		/** Such as `1-5 business days` or `instant`. */
		approval_time: text.nullish(),
		/** Such as `last-click`. */
		attribution: text.nullish(),
		/** Sentences about what is not allowed. */
		restrictions: z.array(text, { error: 'a list' }).nullish(),
		network: text.nullish(),
		description: text.nullish(),
		short_description: text.nullish(),
		logo_url: text.nullish(),
		/** `active`, a word such as `closed` for its availability, or any other word for an inactive program. */
		status: text.nullish(),
		verified: z.boolean({ error: 'true or false' }).nullish(),
		verified_by: text.nullish(),
		verified_at: text.nullish(),
		/** The channel through which the registry got the entry, such as `community` or the API of a network. */
		source: text.nullish(),
		created_at: text.nullish(),
		updated_at: text.nullish(),
	},
	{ error: 'an object' },
);

/** The file, or the programs of the folder with one file for each program. */
export interface Registry {
	readonly programs: readonly unknown[];
}

/** Whether the parsed JSON of a file is a registry: an object with a list of programs that have a slug and a commission. */
export function isRegistry(json: unknown): json is Registry {
	const entries = (json as { programs?: unknown } | null)?.programs;
	if (!Array.isArray(entries)) return false;
	const isProgram = (entry: unknown) =>
		typeof entry === 'object' && entry !== null && 'slug' in entry && 'commission' in entry;
	return entries.length === 0 || entries.some(isProgram);
}

/** A program as it is stored in the registry. */
export type RegistryProgram = z.output<typeof ProgramSchema>;

/**
 * Returns an entry of `programs` if it has the required fields and the right types. Otherwise returns its problems. The
 * catalogue checks the values later.
 */
export function parseRegistryProgram(entry: unknown): RegistryProgram | readonly Problem[] {
	const result = ProgramSchema.safeParse(entry);
	if (result.success) return result.data;
	return result.error.issues.map(({ path, message }) => {
		const column = path.join('.');
		const value = path.reduce((at: unknown, step) => (at as never)?.[step], entry);
		if (value === undefined) return { column, value, rule: 'given', fix: 'fill it in' };
		return { column, value, rule: message, fix: value === null ? 'fill it in' : FIXES[message as keyof typeof FIXES] };
	});
}

/** How to fix a value of the wrong type, for each expected type. */
const FIXES = {
	text: 'write it in double quotes',
	'a number': 'write it without quotes',
	'true or false': 'write true or false, without quotes',
	'an object': 'write its fields in braces',
	'a list': 'write its values in square brackets',
} as const;

/** Returns the names of a program's fields that an import ignores, such as `tracking_method`. */
export function unmappedFields(program: RegistryProgram): string[] {
	return [
		...valuesBeyond(program, ProgramSchema, ''),
		...valuesBeyond(program.commission, CommissionSchema, 'commission.'),
		...valuesBeyond(program.payout ?? {}, PayoutSchema, 'payout.'),
	];
}

function valuesBeyond(object: { readonly [field: string]: unknown }, schema: z.ZodObject, prefix: string): string[] {
	return Object.keys(object)
		.filter((field) => !Object.hasOwn(schema.shape, field) && object[field] !== null)
		.map((field) => `${prefix}${field}`);
}
