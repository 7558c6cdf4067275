import { z } from 'zod';
import { type Expectation, FIRST_EXPECTATION, MOST_EXPECTED } from '../catalog/estimate.ts';
import { PERIODS } from '../catalog/pay.ts';
import type { Filter } from '../search/filter.ts';
import {
	COUNTED_FILTER_NAMES,
	canRepeat,
	FILTER_NAMES,
	type FilterName,
	type OneOrMore,
} from '../search/filter-names.ts';
import { FILTERS } from '../search/filters.ts';
import { SORT_PARAMETER, SORT_PARAMETER_NAMES } from '../search/order.ts';
import { decimalTo, flag, listOf, oneOf, wholeFrom, wholeOneOf } from '../search/parameter-values.ts';
import { nearWord } from '../shared/near-words.ts';
import { excerpt } from '../shared/text.ts';
import { ADDED_FIELDS } from './added-fields.ts';
import { ApiError, LONGEST_QUOTE, type ParameterProblem } from './error.ts';
import { EXTENSION } from './schemas/component.ts';
import { KEPT_MINUTES, snapshotId } from './snapshot-values.ts';
import type { QueryPair } from './target.ts';

interface Parameter {
	/** Converts the text that a client sends to a value. */
	readonly schema: z.ZodType<unknown, string>;
	readonly meaning: string;
	/** The error message if the parameter is missing. Undefined if the parameter is optional. */
	readonly required?: string;
	/** Whether the parameter can be sent several times. If its schema is for a list, a value can also be a list with commas. */
	readonly repeats?: boolean;
}

export interface Parameters {
	readonly [name: string]: Parameter;
}

/** The values of parameters. The value of a missing or empty parameter is undefined. */
export type ParameterValues<P extends Parameters> = { readonly [N in keyof P]?: ValueOf<P[N]> | undefined };
type ValueOf<P extends Parameter> = P extends { readonly repeats: boolean }
	? OneOrMore<z.output<P['schema']>>
	: z.output<P['schema']>;

/** The maximum length of `q`, in characters. */
export const LONGEST_TEXT = 200;
export const DEFAULT_PER_PAGE = 20;

/**
 * The parameter that chooses the version of the data. All lists have this parameter, except the list of changes and the
 * list of exported files. See decisions, Extensions.
 */
export const SNAPSHOT_PARAMETER = {
	snapshot: {
		schema: snapshotId.meta(EXTENSION),
		meaning: `The X-Snapshot of an earlier response, to read the list as it was then. A snapshot is kept for ${KEPT_MINUTES} minutes after a newer one is published`,
	},
} as const satisfies Parameters;

/** The pagination parameters (interface 4) and `snapshot`. @param most the maximum number of items per page */
export function pagination(most: number) {
	return {
		page: { schema: wholeFrom(1).meta({ default: 1 }), meaning: 'The page number, starting at 1' },
		per_page: {
			schema: wholeFrom(1, most).meta({ default: DEFAULT_PER_PAGE }),
			meaning: `Results per page, at most ${most}; the default is ${DEFAULT_PER_PAGE}`,
		},
		...SNAPSHOT_PARAMETER,
	} as const satisfies Parameters;
}

const searchText = z
	.string()
	.transform((text) => text.trim())
	.refine((text) => text.length <= LONGEST_TEXT || [...text].length <= LONGEST_TEXT, {
		error: `It must have at most ${LONGEST_TEXT} characters.`,
	})
	.meta({ type: 'string', maxLength: LONGEST_TEXT });

const sortName = oneOf(SORT_PARAMETER_NAMES).meta({
	description: SORT_PARAMETER_NAMES.map((name) => `- \`${name}\`: ${SORT_PARAMETER[name].meaning}.`).join('\n'),
});

type FilterParameters = {
	readonly [N in FilterName]: {
		readonly schema: (typeof FILTERS)[N]['schema'];
		readonly meaning: string;
		readonly repeats: boolean;
	};
};

/** The filters that the interface defines, and then the others. */
const FILTER_PARAMETERS = Object.fromEntries(
	FILTER_NAMES.map((name) => ({ name, filter: FILTERS[name] as Filter }))
		.sort((a, b) => Number(b.filter.isOfInterface ?? false) - Number(a.filter.isOfInterface ?? false))
		.map(({ name, filter: { schema, meaning, isOfInterface } }) => [
			name,
			{ schema: isOfInterface ? schema : schema.meta(EXTENSION), meaning, repeats: canRepeat(name) },
		]),
) as FilterParameters;

/** The maximum number of `slugs`, and the default of `per_page` if there are slugs. */
export const MOST_SLUGS = 100;
/** The maximum number of values that each of the `facets` has. */
export const MOST_FACET_VALUES = 100;

const countedFilters = listOf(COUNTED_FILTER_NAMES);
const facetNames = z
	.string()
	.transform((text) => text.replace(/\bnetwork\b/, 'tracking_platform' satisfies FilterName))
	.pipe(countedFilters)
	.meta({ ...countedFilters.meta(), ...EXTENSION });

/** The visitor's assumptions for estimates. */
const EXPECTATION_PARAMETERS = {
	price: {
		schema: decimalTo(MOST_EXPECTED.price).meta(EXTENSION),
		meaning: `The price per payment, for sort=estimate; the default is ${FIRST_EXPECTATION.price}`,
	},
	customers: {
		schema: decimalTo(MOST_EXPECTED.customers).meta(EXTENSION),
		meaning: `New customers each month, for sort=estimate; the default is ${FIRST_EXPECTATION.customers}`,
	},
	churn: {
		schema: decimalTo(MOST_EXPECTED.churn).meta(EXTENSION),
		meaning: `Customers who leave each month, in percent, for sort=estimate; the default is ${FIRST_EXPECTATION.churn}`,
	},
	months: {
		schema: wholeOneOf(PERIODS).meta(EXTENSION),
		meaning: `The months to estimate, for sort=estimate; the default is ${FIRST_EXPECTATION.months}`,
	},
} as const satisfies { readonly [N in keyof Expectation]: Parameter };

/** The parameters of `GET /programs` (interface 4.1). */
export const PROGRAM_PARAMETERS = {
	q: {
		schema: searchText,
		meaning: `Search text of up to ${LONGEST_TEXT} characters. Finds programs that contain every word of the text (the last word may be incomplete), or whose name contains the text. Spaces in names do not matter, and other names count`,
	},
	intent: {
		schema: flag.meta({ ...flag.meta(), ...EXTENSION }),
		meaning:
			'Whether to read the search text as the website does, if true or 1: some words become filters, and the others also find programs that have only some of them, or words with the same meaning',
	},
	...FILTER_PARAMETERS,
	slugs: {
		schema: listOf(undefined, MOST_SLUGS).meta(EXTENSION),
		repeats: true,
		meaning: `Up to ${MOST_SLUGS} slugs. Only these programs. Unknown slugs match nothing; per_page is ${MOST_SLUGS} by default`,
	},
	sort: {
		schema: sortName,
		meaning: 'The sort order; by default, featured programs first',
	},
	...EXPECTATION_PARAMETERS,
	facets: {
		schema: facetNames,
		repeats: true,
		meaning: `Names of filters (network is tracking_platform). Counts programs that match each of their ${MOST_FACET_VALUES} most common values and all other filters`,
	},
	fields: {
		schema: listOf(ADDED_FIELDS).meta(EXTENSION),
		repeats: true,
		meaning: 'Names of fields. Each program then has these fields of its own response too',
	},
	...pagination(100),
} as const satisfies Parameters;

/** The maximum number of parameters in a query: as many slugs as allowed, and others. Reading more would waste time. */
const MOST_PARAMETERS = 2 * MOST_SLUGS;

/**
 * Reads a query.
 *
 * @throws ApiError INVALID_PARAMETER when there are too many parameters, or when a parameter is unknown, repeated,
 *   missing or invalid. The error's details name every such parameter
 */
export function readParameters<P extends Parameters>(parameters: P, query: readonly QueryPair[]): ParameterValues<P> {
	if (query.length > MOST_PARAMETERS) {
		refuse([
			{ parameter: '', message: `The query has ${query.length} parameters; at most ${MOST_PARAMETERS} are allowed.` },
		]);
	}
	const values: Values = {};
	const problems = new Map<string, string>();
	const seen = new Set<string>();
	for (const { name, value } of query) {
		const isRefused = seen.has(name) && !parameters[name]?.repeats;
		const problem = isRefused ? 'Send it only once.' : readOne(parameters, name, value, values);
		seen.add(name);
		if (problem !== undefined) problems.set(name, problem);
	}
	for (const name of Object.keys(parameters)) {
		const { required } = parameters[name]!;
		if (required !== undefined && values[name] === undefined && !problems.has(name)) problems.set(name, required);
	}
	if (problems.size > 0) refuse([...problems].map(([parameter, message]) => ({ parameter, message })));
	return values as ParameterValues<P>;
}

interface Values {
	[name: string]: unknown;
}

/** Reads one parameter into `values`. Returns an error message if the parameter is invalid. */
function readOne(parameters: Parameters, name: string, value: string | undefined, values: Values): string | undefined {
	if (!Object.hasOwn(parameters, name)) {
		return `This endpoint does not have this parameter.${suggestion(name, Object.keys(parameters))}`;
	}
	if (value === undefined) return 'It is not valid percent-encoded UTF-8.';
	if (value === '') return undefined;
	const { schema } = parameters[name]!;
	const earlier = Object.hasOwn(values, name) ? values[name] : undefined;
	// A list is checked as a whole, together with the values that were sent before.
	const isMore = earlier !== undefined && schema.meta()?.type === 'array';
	const result = schema.safeParse(isMore ? `${earlier},${value}` : value);
	if (!result.success) return result.error.issues[0]!.message;
	const { data } = result;
	if (data === '') return undefined;
	values[name] = earlier === undefined || isMore ? data : [earlier, data].flat();
	return undefined;
}

function suggestion(name: string, known: readonly string[]): string {
	if (known.length === 0) return ' It has no parameters.';
	const letters = name.toLowerCase().replace(/[^a-z]/g, '');
	const meant = known.find((one) => OTHER_NAMES[one]?.includes(letters)) ?? nearWord(name, known);
	return meant === undefined ? ` Its parameters are ${known.join(', ')}.` : ` Did you mean ${meant}?`;
}

/** The names that other APIs use for these parameters, in lower-case letters only. */
const OTHER_NAMES: { readonly [name: string]: readonly string[] } = {
	per_page: ['limit', 'pagesize', 'pagelimit', 'size', 'count', 'results'],
	page: ['offset', 'skip', 'start', 'pagenumber'],
	sort: ['order', 'orderby', 'ordering', 'sortby', 'sorting'],
	q: ['query', 'search', 'text', 'keyword', 'keywords', 'term'],
	category: ['categories'],
	tracking_platform: ['platform', 'network'],
	commission_type: ['type'],
	country: ['countries'],
};

function refuse(details: readonly ParameterProblem[]): never {
	const names = details.map(({ parameter }) => parameter).filter((name) => name !== '');
	const subject = names.length === 1 ? `The parameter ${excerpt(names[0]!, LONGEST_QUOTE)} is` : 'Some parameters are';
	throw new ApiError('INVALID_PARAMETER', `${subject} not valid: see details.`, {
		details: details.map(({ parameter, message }) => ({ parameter: excerpt(parameter, LONGEST_QUOTE), message })),
	});
}
