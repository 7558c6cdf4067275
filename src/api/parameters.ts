/** The query parameters of the endpoints: a table, and the reading of a query by it. */
import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { API_FILTERS } from '../search/filters.ts';
import { SORT_NAMES } from '../search/order.ts';
import { whole } from '../search/parameter-values.ts';
import { ApiError, type ParameterProblem } from './error.ts';
import { shorten } from './shorten.ts';
import type { QueryPair } from './target.ts';

interface Parameter {
	/** What a client sends, as a text, and what it becomes. */
	readonly schema: z.ZodType<unknown, string>;
	readonly meaning: string;
	/** The greatest value, where endpoints differ in it. */
	readonly most?: number;
}

export interface Parameters {
	readonly [name: string]: Parameter;
}

/** The values of parameters; one that was not sent, or sent empty, is undefined. */
export type ParameterValues<P extends Parameters> = { readonly [N in keyof P]?: z.output<P[N]['schema']> | undefined };

const LONGEST_TEXT = 200;
export const DEFAULT_PER_PAGE = 20;

/** The pagination parameters (interface 4), for an endpoint that returns `most` items a page at most. */
export function pagination<const M extends number>(most: M) {
	const onePageOrMore = whole.refine((page) => page >= 1, { error: 'It must be 1 or more.' });
	return {
		page: { schema: onePageOrMore, meaning: 'The number of the page, from 1' },
		per_page: {
			schema: whole.refine((perPage) => perPage >= 1 && perPage <= most, { error: `It must be from 1 to ${most}.` }),
			meaning: `How many items a page has, at most ${most}; ${DEFAULT_PER_PAGE} when absent`,
			most,
		},
	} as const satisfies Parameters;
}

const searchText = z
	.string()
	.transform((text) => text.trim())
	.refine((text) => text.length <= LONGEST_TEXT || [...text].length <= LONGEST_TEXT, {
		error: `It must have at most ${LONGEST_TEXT} characters.`,
	});

/** The parameters of `GET /programs` (interface 4.1). */
export const PROGRAM_PARAMETERS = {
	q: { schema: searchText, meaning: 'Search text: words, the last one as a prefix, or a part of the name' },
	...API_FILTERS,
	sort: {
		schema: z.enum(SORT_NAMES, { error: `It must be one of ${SORT_NAMES.join(', ')}.` }),
		meaning: 'The order; featured programs first when absent',
	},
	...pagination(100),
} as const satisfies Parameters;

/** More than this is no query that anyone means; reading the rest would only cost. */
const MOST_PARAMETERS = 100;

/**
 * Reads a query.
 *
 * @throws ApiError INVALID_PARAMETER naming every bad parameter: unknown, sent twice, undecodable, or of a bad value
 */
export function readParameters<P extends Parameters>(parameters: P, query: readonly QueryPair[]): ParameterValues<P> {
	const { known, none } = readerOf(parameters);
	if (query.length === 0) return none as ParameterValues<P>;
	if (query.length > MOST_PARAMETERS) {
		refuse([
			{ parameter: '', message: `The query has ${query.length} parameters; at most ${MOST_PARAMETERS} are read.` },
		]);
	}
	const values: Values = { ...none };
	const problems = new Map<string, string>();
	const seen = new Set<string>();
	for (const { name, value } of query) {
		const problem = seen.has(name) ? 'It is given more than once.' : readOne(known, name, value, values);
		seen.add(name);
		if (problem !== undefined) problems.set(name, problem);
	}
	if (problems.size > 0) refuse([...problems].map(([parameter, message]) => ({ parameter, message })));
	return values as ParameterValues<P>;
}

interface Values {
	[name: string]: unknown;
}

/**
 * How many values of a parameter are held, of those that were read, and the longest: V8 copies none of them out of its
 * query that has more characters, and would keep the whole query.
 */
const HELD_VALUES = 1000;
const LONGEST_HELD = 12;

interface KnownParameter {
	readonly name: string;
	readonly schema: Parameter['schema'];
	/** What texts became that were read before: most are, and reading one anew takes a microsecond. */
	readonly held: Map<string, unknown>;
}

/** Parameters in the form in which they are read fastest. */
interface Reader {
	readonly known: ReadonlyMap<string, KnownParameter>;
	/** All names, and no value: objects that are copied from one have one shape, whatever is then sent. */
	readonly none: Readonly<Values>;
}

const readers = new WeakMap<Parameters, Reader>();

function readerOf(parameters: Parameters): Reader {
	let reader = readers.get(parameters);
	if (reader === undefined) {
		const entries = Object.entries(parameters);
		reader = {
			known: new Map(entries.map(([name, { schema }]) => [name, { name, schema, held: new Map() }])),
			none: Object.fromEntries(entries.map(([name]) => [name, undefined])),
		};
		readers.set(parameters, reader);
	}
	return reader;
}

/** Reads one parameter into `values`, or returns what is wrong with it. */
function readOne(known: Reader['known'], sent: string, value: string | undefined, values: Values): string | undefined {
	const parameter = known.get(sent);
	if (parameter === undefined) return `There is no such parameter here.${suggestion(sent, [...known.keys()])}`;
	if (value === undefined) return 'It is not valid percent-encoded UTF-8.';
	if (value === '') return undefined;
	const held = parameter.held.get(value);
	if (held !== undefined) {
		values[parameter.name] = held;
		return undefined;
	}
	const result = parameter.schema.safeParse(value);
	if (!result.success) return result.error.issues[0]!.message;
	if (result.data === '') return undefined;
	// The name of our own: one that was cut out of a query has to be looked up first.
	values[parameter.name] = result.data;
	if (value.length <= LONGEST_HELD && parameter.held.size < HELD_VALUES) parameter.held.set(value, result.data);
	return undefined;
}

function suggestion(name: string, known: readonly string[]): string {
	if (known.length === 0) return ' This endpoint takes none.';
	// The distance takes time that grows with both lengths, and nobody mistypes a name into a page of text.
	const start = name.slice(0, 40).toLowerCase();
	const nearest = closest(start, known);
	return distance(start, nearest) <= nearest.length / 2
		? ` Did you mean ${nearest}?`
		: ` Known ones: ${known.join(', ')}.`;
}

function refuse(details: readonly ParameterProblem[]): never {
	const names = details.map(({ parameter }) => parameter).filter((name) => name !== '');
	const subject = names.length === 1 ? `The parameter ${shorten(names[0]!)} is` : 'Some parameters are';
	throw new ApiError('INVALID_PARAMETER', `${subject} not valid: see details.`, {
		details: details.map(({ parameter, message }) => ({ parameter: shorten(parameter), message })),
	});
}
