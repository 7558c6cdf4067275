import { type CommissionFields, commissionOf } from '../../catalog/commission.ts';
import { onceFor } from '../../shared/once.ts';
import { cookie } from '../format/facts.ts';
import { inWords, number, type Quantity } from '../format/numbers.ts';
import { type Range, type Spread, spreadOf } from './statistics.ts';

export interface MeasuredProgram extends CommissionFields {
	readonly cookie_days: number | null;
}

export interface Measure {
	readonly title: string;
	/** The heading of the column in a table. */
	readonly heading: string;
	readonly axis: string;
	readonly value: (program: MeasuredProgram) => number | null;
	readonly quantity: (value: number) => Quantity;
	/** Each with its name on the axis of a chart, and its words in a table. */
	readonly ranges: readonly (Range & { readonly name: string; readonly words: string })[];
	/** The name of a program's value in sentences, such as `rate` in "Most programs do not publish their rate." */
	readonly fact: string;
	/** The verb before a value, such as `pay` in "programs pay 20%". */
	readonly verb: string;
	/** The words for a minimum, such as `or more` in "20% or more". */
	readonly orMore: string;
	/** The words for 0 in a sentence, if they differ from the usual words. */
	readonly zero?: string;
}

export const COMMISSION_RATE: Measure = {
	title: 'Commission rates',
	heading: 'Rate',
	axis: '% of the sale',
	value: (program) => {
		const { rate, isComparable } = commissionOf(program);
		return isComparable ? rate : null;
	},
	quantity: (value) => ({ figure: number(value), unit: '%' }),
	ranges: [
		{ from: 0, name: '< 10', words: 'Under 10%' },
		{ from: 10, name: '10–19', words: '10 to under 20%' },
		{ from: 20, name: '20–29', words: '20 to under 30%' },
		{ from: 30, name: '30–39', words: '30 to under 40%' },
		{ from: 40, name: '40–49', words: '40 to under 50%' },
		{ from: 50, name: '50 +', words: '50% or more' },
	],
	fact: 'rate',
	verb: 'pay',
	orMore: 'or more',
};

export const COOKIE_DAYS: Measure = {
	title: 'Cookie duration',
	heading: 'Cookie',
	axis: 'days',
	value: (program) => program.cookie_days,
	quantity: (value) => cookie(value) as Quantity,
	ranges: [
		{ from: 0, name: '< 7', words: 'Under a week' },
		{ from: 7, name: '7–29', words: '7 to 29 days' },
		{ from: 30, name: '30–59', words: '30 to 59 days' },
		{ from: 60, name: '60–89', words: '60 to 89 days' },
		{ from: 90, name: '90–364', words: '90 to 364 days' },
		{ from: 365, name: '365 +', words: 'A year or longer' },
	],
	fact: 'cookie duration',
	verb: 'remember a click for',
	orMore: 'or longer',
	zero: 'one session',
};

/** The values of each measure. They are found once for each list of programs, because many sentences need them. */
const values = onceFor((measure: Measure) =>
	onceFor((programs: readonly MeasuredProgram[]): readonly number[] =>
		programs.map(measure.value).filter((value) => value !== null),
	),
);
const spreadOfValues = onceFor(spreadOf);

/** Returns a measure's values, one for each program that publishes it. */
export function valuesOf(measure: Measure, programs: readonly MeasuredProgram[]): readonly number[] {
	return values(measure)(programs);
}

/** Formats a measure's value for use in a sentence: `20%`, `30 days`, `one session`. */
export function valueInWords(measure: Measure, value: number): string {
	return value === 0 && measure.zero !== undefined ? measure.zero : inWords(measure.quantity(value));
}

/**
 * Returns a measure's quartiles among the programs that publish it. Returns null if no program publishes it. Also returns
 * null if the median is 0 and most programs do not publish the measure, because 0 would then say little about them.
 */
export function measureSpread(measure: Measure, programs: readonly MeasuredProgram[]): Spread | null {
	const spread = spreadOfValues(valuesOf(measure, programs));
	return spread?.median === 0 && spread.count < programs.length / 2 ? null : spread;
}

export interface Median {
	readonly quantity: Quantity;
	/** The number of programs that publish the measure. */
	readonly programs: number;
}

/** Returns a measure's median, or null if it is unknown. See `measureSpread`. */
export function medianOf(measure: Measure, programs: readonly MeasuredProgram[]): Median | null {
	const spread = measureSpread(measure, programs);
	return spread && { quantity: measure.quantity(spread.median), programs: spread.count };
}
