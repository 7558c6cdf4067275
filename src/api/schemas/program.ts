/** Programs in responses (interface 2.1 and 2.2). See also decisions, Extensions. */
import { z } from 'zod';
import type { Columns, Responses } from '../../catalog/columns.ts';
import { EVIDENCE_BY } from '../../catalog/commission-columns.ts';
import * as field from '../../catalog/fields.ts';
import { COMMISSION_TYPES, OFFER_COLUMNS, STATED_IN } from '../../catalog/offer.ts';
import { PROGRAM_COLUMNS } from '../../catalog/program.ts';
import { type DerivedField, type FieldIn, fieldsIn, isExtension } from '../../catalog/resources.ts';
import { columnField, columnFields, component, EXTENSION } from './component.ts';
import { reference } from './reference.ts';

const rating = z.number().min(0).max(5);
const sameAs = (schema: z.ZodType, name: string) => schema.meta({ description: `The same as ${name}` });

/** The schemas of the fields that do not copy a column of the same name. */
const DERIVED: { readonly [name in Exclude<DerivedField, 'categories'>]: z.ZodType } = {
	commission_type: field
		.oneOf(COMMISSION_TYPES)
		.meta({ description: 'How it pays: each month, once per sale, both, or in tiers; one_time if nothing says it' }),
	rating: rating.meta({ description: 'The average rating from 1 to 5, with one decimal; 0 if review_count is 0' }),
	review_count: field.count.meta({ description: 'The number of published reviews' }),
	organization: reference.meta({ description: 'The organization that runs it' }),
	brand_name: field.name.meta({ description: 'The name of its organization' }),
	commission_percent: sameAs(columnField(PROGRAM_COLUMNS.commission_rate), 'commission_rate'),
	cookie_duration_days: sameAs(columnField(PROGRAM_COLUMNS.cookie_days), 'cookie_days'),
	average_rating: sameAs(rating, 'rating'),
	is_verified: sameAs(columnField(PROGRAM_COLUMNS.verified), 'verified'),
};

const offer = component(
	'Offer',
	'What a program pays besides its base offer, or one of several contradictory statements of its base offer',
	z.strictObject(columnFields(OFFER_COLUMNS, Object.keys(OFFER_COLUMNS) as (keyof typeof OFFER_COLUMNS)[])),
);

const evidence = component(
	'Evidence',
	'Who states a figure of the commission',
	z.strictObject({
		by: field.oneOf(EVIDENCE_BY).meta({
			description: 'An editor of the directory, a column of the source, or words, from which the figure was read',
		}),
		source: field.line.nullable().meta({ description: 'The name of the source; null if it is an editor' }),
		place: field.oneOf(STATED_IN).nullable().meta({
			description: 'Where the words are: rate and conditions are the two parts of commission_text',
		}),
		words: field.line.nullable().meta({ description: 'The words that the figure was read from' }),
	}),
);

/**
 * Returns the schema of a program in the given responses.
 *
 * @param own the schemas of the fields that have a different form in other responses
 */
function programIn<R extends Responses>(own: { readonly [name: string]: z.ZodType }, ...responses: readonly R[]) {
	const columns: Columns = PROGRAM_COLUMNS;
	const special: { readonly [name: string]: z.ZodType } = { ...DERIVED, ...own };
	const fields = fieldsIn(...responses).map((name) => [
		name,
		special[name] ?? columnField(columns[name]!, isExtension(name) ? EXTENSION : {}),
	]);
	return z.strictObject(Object.fromEntries(fields) as { [name in FieldIn<R>]: z.ZodType });
}

export const offers = z.array(offer);

const OWN_IN_DETAIL = {
	commission_evidence: z.record(z.string(), evidence).meta({
		description:
			'Who states each figure of the commission, by the name of its field. If nothing states the type, it has no commission_type',
		...EXTENSION,
	}),
	offers: offers.meta({ description: PROGRAM_COLUMNS.offers.meaning, ...EXTENSION }),
};

const ORDERED = 'in the order that the editors chose';

/** The fields that a list item has only if a request names them in the parameter `fields`. */
function addedFields() {
	const { shape } = programIn(OWN_IN_DETAIL, 'detail');
	return Object.fromEntries(
		Object.entries(shape).map(([name, schema]) => {
			const description = `${schema.meta()?.description}. Only if requested with \`fields\``;
			return [name, schema.optional().meta({ description, ...EXTENSION })];
		}),
	);
}

export const reducedProgram = component(
	'ReducedProgram',
	'A program in the list of a category or an organization',
	programIn({}, 'every response'),
);

export const programListItem = component(
	'ProgramListItem',
	'A program in the list of all programs',
	programIn(
		{ categories: z.array(field.name).meta({ description: `The names of its categories, ${ORDERED}` }) },
		'every response',
		'items and detail',
		'items',
	).extend(addedFields()),
);

export const program = component(
	'Program',
	'A program with all its published facts',
	programIn(
		{ categories: z.array(reference).meta({ description: `Its categories, ${ORDERED}` }), ...OWN_IN_DETAIL },
		'every response',
		'items and detail',
		'detail',
	),
);
