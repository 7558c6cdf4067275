/** Compares programs fact by fact. Says for each fact whether the programs differ and which has the best figure. */
import { commissionOf } from '../../catalog/commission.ts';
import { isVerified } from '../../catalog/provenance.ts';
import { rankedRating } from '../../catalog/published.ts';
import { VERIFIED_MEANING } from '../addresses.ts';
import type { DetailedProgram } from '../directory/listed-program.ts';
import type { WithLogo } from '../directory/logos.ts';
import { dayOf } from '../format/dates.ts';
import { averageRating, FACTS, labelOfFact, publishedEarnings } from '../format/facts.ts';
import { count, type Quantity } from '../format/numbers.ts';
import { listedBy, provenanceLine } from '../programs/provenance.ts';

export type ComparedProgram = DetailedProgram & WithLogo;

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

/** Returns the facts to compare, in the order of `ROWS`. */
export function comparedFacts(programs: readonly ComparedProgram[]): ComparedFact[] {
	return ROWS.flatMap(({ name, about, isRare, unknown = null, show, best = [] }) => {
		const found = programs.map((program) => ({ figures: [], words: null, ...show(program) }));
		if (isRare && found.every(({ figures, words }) => words === null && figures.length === 0)) return [];
		const shown = found.map((cell) => ({ ...cell, words: cell.words ?? (cell.figures.length === 0 ? unknown : null) }));
		const marks = best.map((rule) => bestMarks(programs, rule));
		return {
			name,
			about,
			cells: shown.map((cell, column) => ({ ...cell, best: marks.map((of) => of[column]).find(Boolean) })),
			differs: programs.length === 1 || new Set(shown.map((cell) => JSON.stringify(cell))).size > 1,
		};
	});
}

interface ComparedRow {
	readonly name: string;
	/** The address of a page that explains the fact. */
	readonly about?: string;
	/** Whether to leave out the fact if it is unknown for all of the programs. */
	readonly isRare?: boolean;
	/** The words shown if the fact is unknown for a program. */
	readonly unknown?: string;
	readonly show: (program: ComparedProgram) => Partial<Pick<ComparedCell, 'figures' | 'words'>>;
	readonly best?: readonly BestRule[];
}

interface BestRule {
	readonly word: string;
	readonly value: (program: ComparedProgram) => number | null;
	/** Whether the lowest figure is the best. */
	readonly least?: true;
	/** Whether the figure is an amount, which can only be compared in the same currency. */
	readonly isMoney?: true;
	/** Returns whether the figures of some programs can be compared. If absent, figures can always be compared. */
	readonly isComparable?: (programs: readonly ComparedProgram[]) => boolean;
}

/**
 * Whether all programs that publish their commission pay in the same way and publish exact figures. Only then can
 * rates and amounts be compared. A program that publishes "up to 60%", tiers, contradictory terms or only words may pay more
 * or less than any figure says.
 */
function paysAlike(programs: readonly ComparedProgram[]): boolean {
	const published = programs
		.map((program) => commissionOf(program))
		.filter(({ words, qualifier, isContradictory }) => isContradictory || words !== null || qualifier !== null);
	return (
		new Set(published.map(({ type }) => type)).size <= 1 &&
		published.every(({ type, qualifier, isComparable }) => type !== 'tiered' && qualifier === 'exact' && isComparable)
	);
}

/** How the figures of a fact are compared, by column. */
const BEST: { readonly [column: string]: Pick<ComparedRow, 'unknown' | 'best'> } = {
	commission_rate: {
		best: [
			{ word: 'highest rate', value: (program) => program.commission_rate, isComparable: paysAlike },
			{ word: 'highest amount', value: (program) => program.commission_amount, isMoney: true, isComparable: paysAlike },
		],
	},
	cookie_days: { best: [{ word: 'longest', value: (program) => program.cookie_days }] },
	payout_minimum: {
		// It can be published in a currency that the directory cannot store.
		unknown: 'Not known',
		best: [{ word: 'lowest', value: (program) => program.payout_minimum, least: true, isMoney: true }],
	},
};

const ROWS: readonly ComparedRow[] = [
	...FACTS.map((fact) => ({
		name: labelOfFact(fact),
		isRare: fact.isRare ?? false,
		show: (program: ComparedProgram) => ({
			figures: (fact.figures?.(program) ?? []).filter((figure) => figure !== null),
			words: fact.words?.(program) ?? null,
		}),
		...BEST[fact.column],
	})),
	{ name: 'Average earnings', show: (program) => ({ words: publishedEarnings(program)?.words ?? null }), isRare: true },
	{
		name: 'Rating',
		show: (program) => {
			const rating = averageRating(program);
			return rating === null ? { words: null } : { figures: [rating], words: count(program.review_count, 'review') };
		},
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
	{
		name: 'Categories',
		show: (program) => ({ words: program.categories.map(({ name }) => name).join(', ') || 'None' }),
	},
	{ name: 'Organization', show: (program) => ({ words: program.organization.name }) },
	{ name: 'Updated', show: (program) => ({ words: dayOf(program.updated_at) }) },
];

/**
 * Returns the rule's label for each program that has the best figure, and undefined for the others. Returns an
 * empty array if the figures cannot be compared or do not differ.
 */
function bestMarks(programs: readonly ComparedProgram[], rule: BestRule): (string | undefined)[] {
	if (rule.isComparable?.(programs) === false) return [];
	const values = programs.map(rule.value);
	const found = values.filter((value) => value !== null);
	const currencies = new Set(programs.filter((_, i) => values[i] !== null).map(({ currency }) => currency));
	if (new Set(found).size < 2 || (rule.isMoney && currencies.size > 1)) return [];
	const best = rule.least ? Math.min(...found) : Math.max(...found);
	return values.map((value) => (value === best ? rule.word : undefined));
}
