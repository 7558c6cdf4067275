/** Writes the sentences that summarize charts. */

import { IN_HOUSE } from '../../catalog/keyword-names.ts';
import { excerpt } from '../../shared/text.ts';
import { count, number } from '../format/numbers.ts';
import {
	COMMISSION_RATE,
	COOKIE_DAYS,
	type Measure,
	type MeasuredProgram,
	measureSpread,
	valueInWords,
	valuesOf,
} from './measures.ts';
import { histogram, type Spread, spreadOf } from './statistics.ts';

/** A chart needs at least this many values. */
export const FEWEST_FOR_CHART = 5;

const LONGEST_NAME = 60;
/** If more than this many groups are tied, the sentence gives their number instead of their names. */
const MOST_NAMED = 3;
const list = new Intl.ListFormat('en');

/**
 * Describes the values of a measure in a sentence. States the value that most programs have. If there is no such value,
 * states the value that half of the programs reach. If there are only a few values, lists all of them.
 */
export function spreadSentence(measure: Measure, programs: readonly MeasuredProgram[]): string {
	const values = valuesOf(measure, programs);
	const spread = measureSpread(measure, programs);
	const { fact, verb, orMore } = measure;
	const published = `with a published ${fact}`;
	if (values.length === 0) return `No programs ${published} yet.`;
	if (!spread) return `Most programs do not publish their ${fact}.`;
	const words = (value: number) => valueInWords(measure, value);
	if (values.length < FEWEST_FOR_CHART) {
		const equal = Map.groupBy(
			[...values].sort((a, b) => a - b),
			(value) => value,
		);
		const each = [...equal].map(([value, { length }]) =>
			length === 1 ? words(value) : `${words(value)} (${number(length)} times)`,
		);
		return `${count(values.length, 'program')} ${published}: ${list.format(each)}.`;
	}
	const { median, upper, mode } = spread;
	if (mode.count === spread.count) return `All ${number(spread.count)} programs ${published} ${verb} ${words(median)}.`;
	if (mode.count > spread.count / 2) {
		return `${number(mode.count)} of the ${number(spread.count)} programs ${published} ${verb} ${words(mode.value)}.`;
	}
	const quarter = upper > median ? `, and a quarter ${verb} ${words(upper)} ${orMore}` : '';
	return `Half of the ${number(spread.count)} programs ${published} ${verb} ${words(median)} ${orMore}${quarter}.`;
}

const LEGEND = 'Each bar shows the middle half of the rates, and the mark is the median.';

/** Names the groups with the lowest and the highest median commission. The highest comes first in `groups`. */
export function ratesSentence(
	kind: string,
	groups: readonly { readonly name: string; readonly label: string }[],
): string {
	const [first, last] = [groups[0], groups.at(-1)];
	if (!first || !last) return `Too few published rates to compare by ${kind.toLowerCase()}.`;
	if (first === last)
		return `Only ${named(first)} has at least ${FEWEST_FOR_CHART} published rates: half of them are ${first.label} or more.`;
	if (first.label === last.label) return `The median is ${first.label} for every ${kind.toLowerCase()}. ${LEGEND}`;
	return `Median rates range from ${last.label} (${named(last)}) to ${first.label} (${named(first)}). ${LEGEND}`;
}

/** A group of programs, such as those of a network. */
interface Group {
	readonly name: string;
	readonly programs: readonly unknown[];
}

/**
 * Names the most common network, and says how many programs name their network, and how many have none.
 *
 * @param platforms the tracking platforms of programs: the networks, and perhaps `IN_HOUSE`. The most common comes first
 */
export function networkSentence(platforms: readonly (Group & { readonly slug: string })[], total: number): string {
	const own = platforms.find(({ slug }) => slug === IN_HOUSE)?.programs.length ?? 0;
	const networks = platforms.filter(({ slug }) => slug !== IN_HOUSE);
	return [
		namedNetworks(networks, total),
		own > 0 && `${count(own, 'program')} ${own === 1 ? 'tracks' : 'track'} sales in-house.`,
	]
		.filter(Boolean)
		.join(' ');
}

function namedNetworks(networks: readonly Group[], total: number): string {
	const known = networks.reduce((sum, { programs }) => sum + programs.length, 0);
	const [first, ...others] = largest(networks);
	if (!first) return 'No program names its affiliate network.';
	const start = known === total ? `All ${count(total, 'program')}` : `${number(known)} of ${count(total, 'program')}`;
	const verb = known === 1 ? 'names its' : 'name their';
	const most = number(first.programs.length);
	if (others.length === 0)
		return `${start} ${verb} affiliate network. The most common is ${named(first)}, with ${most}.`;
	const tied = [first, ...others];
	const names = tied.length > MOST_NAMED ? `${number(tied.length)} networks` : list.format(tied.map(named));
	return `${start} ${verb} affiliate network. The most common are ${names}, with ${most} each.`;
}

/** States the rating that half of the reviews reach. */
export function ratingSentence(ratings: readonly number[]): string {
	const spread = spreadOf(ratings);
	if (!spread) return 'No reviews yet.';
	return `Half of the ${count(spread.count, 'review')} give at least ${number(spread.median)} out of 5.`;
}

/** Names the most common type of commission. It comes first in `types`. */
export function typeSentence(types: readonly Group[], total: number): string {
	const [first, ...others] = largest(types);
	if (!first || total === 0) return 'No programs yet.';
	const names = list.format([first.name, ...others.map(({ name }) => name.toLowerCase())]);
	const each = others.length > 0 ? ' each' : '';
	return `${names} commissions are the most common: ${number(first.programs.length)} of ${count(total, 'program')}${each}.`;
}

/** Returns the largest group and all groups of the same size. The largest group must come first in `groups`. */
function largest(groups: readonly Group[]): readonly Group[] {
	return groups.filter(({ programs }) => programs.length === groups[0]!.programs.length);
}

/** Cuts and isolates a name, so that it does not change the text direction of the sentence around it. */
function named({ name }: { readonly name: string }): string {
	return `\u2068${excerpt(name, LONGEST_NAME)}\u2069`;
}

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
