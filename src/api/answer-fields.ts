/** The fields of responses for the documentation: those of the schemas, grouped by the responses that have them. */
import { z } from 'zod';
import { category, categoryListItem } from './schemas/category.ts';
import { change } from './schemas/change.ts';
import { network } from './schemas/network.ts';
import { organization } from './schemas/organization.ts';
import { program, programListItem, reducedProgram } from './schemas/program.ts';
import { review, reviewListItem } from './schemas/review.ts';

/** A field of a response. */
export interface AnswerField {
	readonly type: string;
	readonly meaning: string;
}

/** Fields that occur together, by name, in the order of the response. */
export interface AnswerPart {
	/** The responses that have these fields. */
	readonly where: string;
	readonly fields: { readonly [name: string]: AnswerField };
}

type Fields = { readonly shape: { readonly [name: string]: z.ZodType } };

/** The fields that all of the first resources have, except the fields that `without` has too. */
function part(where: string, [first, ...rest]: readonly [Fields, ...Fields[]], without?: Fields): AnswerPart {
	const names = Object.keys(first.shape).filter(
		(name) => rest.every(({ shape }) => name in shape) && !(without && name in without.shape),
	);
	return {
		where,
		fields: Object.fromEntries(names.map((name) => [name, fieldOf([first, ...rest].map(({ shape }) => shape[name]!))])),
	};
}

/** A field that can have a different type in each response. */
function fieldOf(schemas: readonly z.ZodType[]): AnswerField {
	const forms = schemas.map((schema) => z.toJSONSchema(schema) as Json);
	const [{ description = '', anyOf, enum: words = anyOf?.[0]?.enum ?? [] }] = forms as [Json, ...Json[]];
	const type = typeOf(forms);
	const values = words.length > 0 ? `; one of ${words.join(', ')}` : '';
	const objects = forms
		.flatMap(shapeOf)
		.map((shape) => (type === 'object' ? `, as ${shape}` : `; objects are ${shape}`));
	const extension = forms[0]!['x-extension'] ? ' (extension)' : '';
	return { type, meaning: description + values + objects.join('') + extension };
}

interface Json {
	readonly type?: string | readonly string[];
	readonly description?: string;
	readonly enum?: readonly unknown[];
	readonly anyOf?: readonly Json[];
	readonly items?: Json;
	readonly properties?: object;
	readonly 'x-extension'?: boolean;
}

/** The types that a field has in any of its forms: `array of string or object`. */
function typeOf(forms: readonly Json[]): string {
	if (forms.every(({ type }) => type === 'array')) return `array of ${typeOf(forms.map(({ items }) => items!))}`;
	const types = forms.flatMap(({ anyOf, type }) => anyOf?.map((one) => typeOf([one])) ?? type!);
	return [...new Set(types)].join(' or ');
}

/** The fields of an object: `{slug, name}`. */
function shapeOf({ properties, items }: Json): string[] {
	if (items !== undefined) return shapeOf(items);
	return properties === undefined ? [] : [`{${Object.keys(properties).join(', ')}}`];
}

export const ANSWER_FIELDS: readonly { readonly of: string; readonly parts: readonly AnswerPart[] }[] = [
	{
		of: 'Programs',
		parts: [
			part('In every response with programs', [reducedProgram]),
			part('In items of /programs, and in /programs/SLUG', [programListItem, program], reducedProgram),
			part('In items of /programs only: other names for the same values', [programListItem], program),
			part('In /programs/SLUG only', [program], programListItem),
		],
	},
	{
		of: 'Categories',
		parts: [
			part('In /categories and /categories/SLUG', [categoryListItem]),
			part('In /categories/SLUG only', [category], categoryListItem),
		],
	},
	{
		of: 'Reviews',
		parts: [
			part('In all responses with reviews', [reviewListItem]),
			part('In /reviews and /reviews/ID only', [review], reviewListItem),
		],
	},
	{ of: 'Organizations', parts: [part('In /organizations and /organizations/SLUG', [organization])] },
	{ of: 'Networks', parts: [part('In /networks', [network])] },
	{ of: 'Changes', parts: [part('In items of /changes', [change])] },
];
