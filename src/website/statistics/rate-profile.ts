/** The published commission rates of all programs, as the bars on the home page. */
import { COMMISSION_RATE, type MeasuredProgram, measureSpread, valuesOf } from './measures.ts';

/** The maximum number of bars. */
const MOST_BARS = 180;
/** The minimum number of programs in a chart. A chart of fewer programs would say little. */
const FEWEST_PROGRAMS = 10;

export interface RateProfile {
	/** The number of programs with a published rate. */
	readonly programs: number;
	readonly median: number;
	/** The rate of each bar, highest first. A bar can represent several programs. */
	readonly rates: readonly number[];
}

/** Returns the rate profile of the programs, or null if too few of them publish a rate. */
export function rateProfile(programs: readonly MeasuredProgram[]): RateProfile | null {
	const values = valuesOf(COMMISSION_RATE, programs).toSorted((a, b) => b - a);
	const spread = measureSpread(COMMISSION_RATE, programs);
	if (spread === null || values.length < FEWEST_PROGRAMS) return null;
	const bars = Math.min(values.length, MOST_BARS);
	const rates = Array.from({ length: bars }, (_, bar) => values[Math.floor((bar * values.length) / bars)]!);
	return { programs: values.length, median: spread.median, rates };
}
