/** Summarizes the terms of programs for charts. A summary has the same size for any number of programs. */
import { FEWEST_FOR_CHART, spreadSentence } from './findings.ts';
import {
	COMMISSION_RATE,
	COOKIE_DAYS,
	type Measure,
	type MeasuredProgram,
	measureSpread,
	valuesOf,
} from './measures.ts';
import { histogram, type Spread } from './statistics.ts';

export interface MeasureSummary extends Pick<Measure, 'title' | 'heading' | 'axis'> {
	readonly sentence: string;
	readonly ranges: readonly { readonly name: string; readonly words: string; readonly count: number }[];
	readonly isCharted: boolean;
}

/** Summarizes the programs' commission rates and cookie durations. Returns an empty array if there are no programs. */
export function termSummaries(programs: readonly MeasuredProgram[]): MeasureSummary[] {
	return programs.length === 0 ? [] : [COMMISSION_RATE, COOKIE_DAYS].map((measure) => summaryOf(measure, programs));
}

function summaryOf(measure: Measure, programs: readonly MeasuredProgram[]): MeasureSummary {
	const { title, heading, axis } = measure;
	const values = valuesOf(measure, programs);
	return {
		title,
		heading,
		axis,
		sentence: spreadSentence(measure, programs),
		ranges: histogram(values, measure.ranges).map(({ name, words, count }) => ({ name, words, count })),
		isCharted: values.length >= FEWEST_FOR_CHART,
	};
}

export interface RateGroup {
	readonly name: string;
	readonly address?: string | undefined;
	/** The quartiles of the published rates, or null if they are unknown. See `measureSpread`. */
	readonly spread: Spread | null;
}

export function rateGroup(
	{ name, programs }: { readonly name: string; readonly programs: readonly MeasuredProgram[] },
	address?: string,
): RateGroup {
	return { name, ...(address !== undefined && { address }), spread: measureSpread(COMMISSION_RATE, programs) };
}
