/** The JSON around the data of a response (interface 2.6 and 2.7). */
import { z } from 'zod';
import * as field from '../../catalog/fields.ts';
import { component, EXTENSION } from './component.ts';

// This cannot be `field.count`, because a request can ask for page 2^53, which is greater than `field.count` allows.
const page = z.number().min(1).meta({ type: 'integer', description: 'The number of this page, starting at 1' });
const perPage = page.meta({ description: 'The maximum number of results on a page' });

const META = {
	page,
	per_page: perPage,
	total: field.count.meta({ description: 'The number of results on all pages' }),
	total_pages: field.count.meta({ description: 'The number of pages; 0 if there are no results' }),
};

export const pageMeta = component('PageMeta', 'The size of the whole list', z.strictObject(META));

const unknownValue = component(
	'UnknownValue',
	'A value of a filter that no program has',
	z.strictObject({
		parameter: z.string().meta({ description: 'The name of the filter' }),
		value: z.string().meta({ description: 'The value' }),
		known: z
			.array(z.string())
			.meta({ description: 'Values that programs have: first the most similar, then the most common' }),
	}),
);

const renamedValue = component(
	'RenamedValue',
	'A former slug in a parameter',
	z.strictObject({
		parameter: z.string().meta({ description: 'The name of the parameter' }),
		value: field.slug.meta({ description: 'The former slug, as you sent it' }),
		now: field.slug.meta({ description: 'The slug of the record now, which was used instead' }),
	}),
);

const understoodFilter = component(
	'UnderstoodFilter',
	'A filter that words of `q` stand for',
	z.strictObject({
		parameter: z.string().meta({ description: 'The name of the filter' }),
		value: z.string().meta({ description: 'Its value' }),
		words: z.string().meta({ description: 'The words of `q`' }),
	}),
);

const wordCount = component(
	'WordCount',
	'A word, and the programs that it brings',
	z.strictObject({
		word: z.string().meta({ description: 'The word' }),
		count: field.count.meta({
			description: 'The number of programs that it brings. Each program counts for the first of its words',
		}),
	}),
);

const understoodText = component(
	'Understood',
	'How a search by intent read `q`',
	z.strictObject({
		filters: z.array(understoodFilter).meta({ description: 'The filters that words of `q` stand for' }),
		q: z.string().meta({ description: 'The other words, which were searched for' }),
		with_all_words: field.count
			.optional()
			.meta({ description: 'The number of programs with all of these words. They come first, in every order' }),
		with_some_words: z.array(wordCount).optional().meta({ description: 'The words that bring further programs' }),
		unknown_words: z
			.array(z.string())
			.optional()
			.meta({ description: 'The words that no program has. They were left out' }),
	}),
);

export const searchMeta = component(
	'SearchMeta',
	'The size of the whole list of results',
	z.strictObject({
		...META,
		did_you_mean: z
			.string()
			.optional()
			.meta({
				description: 'If nothing matches `q`, a similar text that has results with the same filters',
				...EXTENSION,
			}),
		understood: understoodText.optional().meta({ description: 'How `q` was read, if you sent `intent`', ...EXTENSION }),
		unknown_values: z
			.array(unknownValue)
			.optional()
			.meta({ description: 'The values of filters that no program has, if there are any', ...EXTENSION }),
		renamed: z
			.array(renamedValue)
			.optional()
			.meta({ description: 'The former slugs of renamed or merged records, if you sent any', ...EXTENSION }),
	}),
);

export const pagination = component(
	'Pagination',
	'The position of the page in the list',
	z.strictObject({
		page,
		per_page: perPage,
		has_more: z.boolean().meta({ description: 'Whether there are more pages after this one' }),
	}),
);

/** Returns the schema of a response with one resource or a whole list. */
export function whole<S extends z.ZodType>(data: S) {
	return z.strictObject({ data });
}

const facetValue = component(
	'FacetValue',
	'A value of a filter',
	z.strictObject({
		value: z.string().meta({ description: 'The value, as you send it in the filter' }),
		count: field.count.meta({ description: 'The number of programs with this value' }),
	}),
);

/** The counts of values, by the name of their filter. */
export const facets = z
	.record(z.string(), z.array(facetValue))
	.optional()
	.meta({ description: 'The counts of values by the name of their filter, if requested with `facets`', ...EXTENSION });

/** Returns the schema of a response with one page of a list. */
export function onePage<S extends z.ZodType>(item: S) {
	return z.strictObject({ data: z.array(item), meta: pageMeta, pagination });
}

/** Returns the schema of a response with one page of the results of a search. */
export function pageOfResults<S extends z.ZodType>(item: S) {
	return z.strictObject({ data: z.array(item), meta: searchMeta, pagination });
}
