/** Compares programs fact by fact. Says for each fact whether the programs differ and which has the best figure. */
import { commissionOf } from '../../catalog/commission.ts';
import { capitalized } from '../../catalog/keyword-names.ts';
import { isVerified } from '../../catalog/provenance.ts';
import { rankedRating } from '../../catalog/published.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import { VERIFIED_MEANING } from '../addresses.ts';
import { type ListedProgram, withAverage } from '../directory/listed-program.ts';
import type { WithLogo } from '../directory/logos.ts';
import { dayOf } from '../format/dates.ts';
import { FACT_WORDS, type FactColumn, publishedEarnings } from '../format/facts.ts';
import { count, type Quantity } from '../format/numbers.ts';
import { offersWords } from '../format/offers.ts';
import {
	averageRating,
	commissionFigures,
	commissionInWords,
	cookie,
	durationWords,
	payoutMinimum,
	typeWords,
} from '../format/terms.ts';
import { listedBy, provenanceLine } from '../programs/provenance.ts';

/** A program as in the response to `GET /v1/programs/SLUG`, with its logo. */
export type ComparedProgram = ProgramDetail & WithLogo;

export interface ComparedFact {
	readonly name: string;
	/** The address of a page that explains the fact. */
	readonly about: string | undefined;
	/** One cell per program. */
	readonly cells: readonly ComparedCell[];
	/** Whether the programs differ in this fact. True for a single program, so that all of its facts are shown. */
	readonly differs: boolean;
}

export interface ComparedCell {
	/** The known figures. Empty if the fact is unknown or consists only of words. */
	readonly figures: readonly Quantity[];
	readonly words: string | null;
	/** A label such as `longest` if the program has the best figure, otherwise undefined. */
	readonly best: string | undefined;
}

/** Returns the facts to compare, in the order of `FACTS`. */
export function comparedFacts(programs: readonly ComparedProgram[]): ComparedFact[] {
	const listed = programs.map(withAverage);
	return FACTS.flatMap(({ name, about, isRare, unknown = null, show, best = [] }) => {
		const found = listed.map((program) => ({ figures: [], words: null, ...show(program) }));
		if (isRare && found.every(({ words }) => words === null)) return [];
		const shown = found.map((cell) => ({ ...cell, words: cell.words ?? (cell.figures.length === 0 ? unknown : null) }));
		const marks = best.map((rule) => bestMarks(listed, rule));
		return {
			name,
			about,
			cells: shown.map((cell, column) => ({ ...cell, best: marks.map((of) => of[column]).find(Boolean) })),
			differs: programs.length === 1 || new Set(shown.map((cell) => JSON.stringify(cell))).size > 1,
		};
	});
}

type Compared = ComparedProgram & ListedProgram;

interface Fact {
	readonly name: string;
	/** The address of a page that explains the fact. */
	readonly about?: string;
	/** Whether to leave out the fact if it is unknown for all of the programs. */
	readonly isRare?: true;
	/** The words shown if the fact is unknown for a program. */
	readonly unknown?: string;
	readonly show: (program: Compared) => Partial<Pick<ComparedCell, 'figures' | 'words'>>;
	readonly best?: readonly BestRule[];
}

interface BestRule {
	readonly word: string;
	readonly value: (program: Compared) => number | null;
	/** Whether the lowest figure is the best. */
	readonly least?: true;
	/** Whether the figure is an amount, which can only be compared in the same currency. */
	readonly isMoney?: true;
	/** Returns whether the figures of some programs can be compared. If absent, figures can always be compared. */
	readonly isComparable?: (programs: readonly Compared[]) => boolean;
}

const LONGEST_COMMISSION = 80;

/**
 * Whether all programs that publish their commission pay in the same way and publish exact figures. Only then can
 * rates and amounts be compared. A program that publishes "up to 60%", tiers, contradictory terms or only words may pay more
 * or less than any figure says.
 */
function paysAlike(programs: readonly Compared[]): boolean {
	const published = programs
		.map(commissionOf)
		.filter(({ words, qualifier, isContradictory }) => isContradictory || words !== null || qualifier !== null);
	return (
		new Set(published.map(({ type }) => type)).size <= 1 &&
		published.every(({ type, qualifier, isComparable }) => type !== 'tiered' && qualifier === 'exact' && isComparable)
	);
}

const FACTS: readonly Fact[] = [
	{
		name: 'Commission',
		show: (program) => ({
			figures: commissionFigures(program),
			words: commissionInWords(program, LONGEST_COMMISSION),
		}),
		best: [
			{ word: 'highest rate', value: (program) => program.commission_rate, isComparable: paysAlike },
			{ word: 'highest amount', value: (program) => program.commission_amount, isMoney: true, isComparable: paysAlike },
		],
	},
	{ name: 'Type', show: (program) => ({ words: capitalized(typeWords(program)) }) },
	{
		name: 'Duration',
		show: (program) => {
			const words = durationWords(program);
			return { words: words && capitalized(words) };
		},
	},
	{ name: 'Further offers', show: (program) => ({ words: offersWords(program) }), isRare: true },
	{ name: 'In its own words', show: (program) => ({ words: program.commission_text }) },
	{
		name: 'Cookie',
		show: (program) => ({ figures: known(cookie(program.cookie_days)) }),
		best: [{ word: 'longest', value: (program) => program.cookie_days }],
	},
	{
		name: 'Rating',
		show: (program) => ({
			figures: known(averageRating(program)),
			words: program.review_count === 0 ? null : count(program.review_count, 'review'),
		}),
		isRare: true,
		unknown: 'No reviews yet',
		best: [{ word: 'highest', value: rankedRating }],
	},
	{ name: 'Source of the facts', show: (program) => ({ words: provenanceLine(program) }) },
	{
		name: 'Verified',
		about: VERIFIED_MEANING,
		show: (program) => ({ words: isVerified(program) ? 'Yes' : (listedBy(program) ?? 'Not yet') }),
	},
	worded('Affiliate network', 'tracking_platform'),
	{
		name: 'Payout threshold',
		// It can be published in a currency that the directory cannot store.
		unknown: 'Not known',
		show: (program) => ({ figures: known(payoutMinimum(program)) }),
		best: [{ word: 'lowest', value: (program) => program.payout_minimum, least: true, isMoney: true }],
	},
	worded('Payout frequency', 'payout_frequency'),
	worded('Payout methods', 'payout_methods'),
	{ ...worded('Availability', 'availability'), isRare: true },
	worded('Approval', 'approval'),
	{ ...worded('Open to', 'countries'), isRare: true },
	worded('Attribution', 'attribution'),
	{ ...worded('Deep links', 'deep_links'), isRare: true },
	worded('Restrictions', 'restrictions'),
	{ name: 'Average earnings', show: (program) => ({ words: publishedEarnings(program)?.words ?? null }), isRare: true },
	{
		name: 'Categories',
		show: (program) => ({ words: program.categories.map(({ name }) => name).join(', ') || 'None' }),
	},
	{ name: 'Organization', show: (program) => ({ words: program.organization.name }) },
	{ name: 'Updated', show: (program) => ({ words: dayOf(program.updated_at) }) },
];

function worded(name: string, fact: FactColumn): Fact {
	return { name, show: (program) => ({ words: FACT_WORDS[fact](program) }) };
}

function known(quantity: Quantity | null): Quantity[] {
	return quantity === null ? [] : [quantity];
}

/**
 * Returns the rule's label for each program that has the best figure, and undefined for the others. Returns an
 * empty array if the figures cannot be compared or do not differ.
 */
function bestMarks(programs: readonly Compared[], rule: BestRule): (string | undefined)[] {
	if (rule.isComparable?.(programs) === false) return [];
	const values = programs.map(rule.value);
	const found = values.filter((value) => value !== null);
	const currencies = new Set(programs.filter((_, i) => values[i] !== null).map(({ currency }) => currency));
	if (new Set(found).size < 2 || (rule.isMoney && currencies.size > 1)) return [];
	const best = rule.least ? Math.min(...found) : Math.max(...found);
	return values.map((value) => (value === best ? rule.word : undefined));
}
