import { IN_HOUSE } from '../../catalog/keyword-names.ts';
import type { Directory } from '../directory/directory.ts';
import { number, type Quantity } from '../format/numbers.ts';
import { COMMISSION_RATE, COOKIE_DAYS, type MeasuredProgram, measureSpread, medianOf, valuesOf } from './measures.ts';

export interface DirectoryFigure {
	readonly name: string;
	readonly quantity: Quantity | null;
	/** The number of programs that a median is of. */
	readonly programs?: number;
}

const UNKNOWN = { quantity: null };

/** Returns the directory's key numbers: its size and its median terms. */
export function directoryFigures(directory: Directory): DirectoryFigure[] {
	const { programs, listedOrganizations: organizations, categories, networks, reviews } = directory;
	const counted = (items: { readonly length: number }): Quantity => ({ figure: number(items.length), unit: '' });
	return [
		{ name: 'Programs', quantity: counted(programs) },
		...(organizations.length > 0 ? [{ name: 'Organizations', quantity: counted(organizations) }] : []),
		{ name: 'Categories', quantity: counted(categories) },
		{ name: 'Networks', quantity: counted(networks.filter(({ slug }) => slug !== IN_HOUSE)) },
		...(reviews.total > 0 ? [{ name: 'Reviews', quantity: counted({ length: reviews.total }) }] : []),
		{ name: 'Median commission', ...(medianOf(COMMISSION_RATE, programs) ?? UNKNOWN) },
		{ name: 'Median cookie', ...(medianOf(COOKIE_DAYS, programs) ?? UNKNOWN) },
	];
}

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
