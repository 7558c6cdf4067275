/**
 * The filters on the page of a category, organization or network. They open the explorer, so the page itself does not
 * change and can be rendered by the build.
 */
import type { PublishedProgram } from '../../catalog/published.ts';
import { FILTERS, type TermFilterName } from '../../search/filters.ts';
import { NUMBER_COLUMNS, type NumberColumn } from '../../search/number-columns.ts';
import { compareText } from '../../shared/compare-text.ts';
import { activeFilters, columnOf, type Names, valueWords } from '../explorer/explorer.ts';
import { type ExplorerValues, explorerAddress, type Field, type FilterField, without } from '../explorer/query.ts';
import { count, inWords, number, stars } from '../format/numbers.ts';

/** Lists of fewer programs get no filters, because they are short enough to read in full. */
const FEWEST_PROGRAMS = 10;
/** A link with a minimum, such as `30% or more`, must lead to at least this many programs. */
const FEWEST_LEFT = 3;
/** The maximum number of keywords or categories that a select offers. */
const MOST_CHOICES = 20;

/** The filters on words in the selects and links. */
type GroupFilterName = Exclude<TermFilterName, 'organization'>;

export interface GroupFilters {
	readonly selects: readonly GroupSelect[];
	/** Links to the parts of the group that most readers look for, each with the number of programs in that part. */
	readonly links: readonly { readonly label: string; readonly address: string; readonly programs: number }[];
}

export interface GroupSelect {
	readonly field: Field;
	readonly label: string;
	/** The label of the choice that turns this filter off. */
	readonly any: string;
	readonly choices: readonly { readonly value: string; readonly label: string }[];
}

const SELECTS: readonly { readonly field: GroupFilterName; readonly any: string }[] = [
	{ field: 'category', any: 'All categories' },
	{ field: 'commission_type', any: 'Any type' },
	{ field: 'tracking_platform', any: 'All networks' },
];

const MINIMUMS: readonly {
	readonly field: FilterField;
	readonly any: string;
	readonly words: (value: number) => string;
}[] = [
	{ field: 'min_guaranteed', any: 'Any commission', words: (rate) => `${number(rate)}% or more` },
	{ field: 'min_cookie_days', any: 'Any cookie', words: (days) => `${count(days, 'day')} or longer` },
	{ field: 'min_rating', any: 'Any rating', words: (rating) => `${inWords(stars(rating))} or more` },
];

/**
 * The links that filter by a fixed value. The other links filter by the highest preset minimum that at least
 * `FEWEST_LEFT` programs reach.
 */
const TERM_LINKS: readonly (readonly [GroupFilterName, string])[] = [
	['commission_type', 'recurring'],
	['approval', 'automatic'],
	['provenance', 'checked'],
];

/**
 * Makes a group's filters. Returns null if the group is small.
 *
 * @param within the explorer values that match all programs of the group and no other programs
 */
export function groupFilters(programs: readonly PublishedProgram[], within: ExplorerValues): GroupFilters | null {
	if (programs.length < FEWEST_PROGRAMS) return null;
	const names = categoryNames(programs);
	const minimums = MINIMUMS.map((minimum) => ({ ...minimum, steps: stepsOf(programs, columnOf(minimum.field)) }));
	const selects: GroupSelect[] = [
		...SELECTS.map(({ field, any }) => ({
			field,
			label: FILTERS[field].label,
			any,
			choices: [...countTerms(programs, field)]
				.sort(([a, one], [b, other]) => other - one || compareText(a, b))
				.slice(0, MOST_CHOICES)
				.map(([value, count]) => ({ value, label: counted(valueWords(field, value, names), count) })),
		})),
		...minimums.map(({ field, any, words, steps }) => ({
			field,
			label: FILTERS[field].label,
			any,
			choices: steps.map(({ value, count }) => ({ value: String(value), label: counted(words(value), count) })),
		})),
	];
	const parts: (readonly [Field, string, number])[] = [
		...TERM_LINKS.map(([field, value]) => [field, value, countTerms(programs, field).get(value) ?? 0] as const),
		...minimums.flatMap(({ field, steps }) => {
			const strictest = steps.findLast((step) => step.count >= FEWEST_LEFT);
			return strictest ? [[field, String(strictest.value), strictest.count] as const] : [];
		}),
	];
	return {
		selects: selects.filter(({ field, choices }) => within[field] === undefined && choices.length > 1),
		links: parts
			.filter(([, , left]) => left > 0 && left < programs.length)
			.map(([field, value, left]) => {
				const values = { ...within, [field]: value };
				const [part] = activeFilters(without(values, ...(Object.keys(within) as Field[])), names);
				return { label: part!.label, address: explorerAddress(values), programs: left };
			}),
	};
}

const counted = (label: string, programs: number) => `${label} (${number(programs)})`;

/** Counts, for each value of a filter, the programs that have this value. */
function countTerms(programs: readonly PublishedProgram[], field: GroupFilterName): Map<string, number> {
	const counts = new Map<string, number>();
	for (const program of programs) {
		for (const term of FILTERS[field].terms(program)) counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	return counts;
}

/** Counts the programs that reach each preset minimum. Leaves out minimums that all programs reach or none reaches. */
function stepsOf(programs: readonly PublishedProgram[], column: NumberColumn) {
	const { of, steps } = NUMBER_COLUMNS[column];
	const values = programs.map(of).filter((value) => value !== null);
	return steps
		.map((value) => ({ value, count: values.filter((known) => known >= value).length }))
		.filter(({ count }) => count > 0 && count < programs.length);
}

function categoryNames(programs: readonly PublishedProgram[]): Names {
	return new Map(programs.flatMap(({ categories }) => categories.map(({ slug, name }) => [slug, name] as const)));
}
