/** Puts the facts of a program into words. */

import { labelOf } from '../../catalog/columns.ts';
import { capitalized } from '../../catalog/keyword-names.ts';
import { PROGRAM_COLUMNS, type Program } from '../../catalog/program.ts';
import { type PublishedProgram, roundRating } from '../../catalog/published.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import { compactSet } from '../../search/names.ts';
import type { ListedProgram } from '../directory/listed-program.ts';
import { COMMISSION_TYPE_WORDS, KEYWORD_WORDS } from './keyword-words.ts';
import { count, inWords, money, number, type Quantity, stars } from './numbers.ts';
import { type PaidProgram, payLine } from './pay-words.ts';
import {
	commissionFigures,
	commissionInWords,
	commissionText,
	durationLine,
	payNotes,
	typeWords,
} from './short-pay.ts';

/** The fields of a program that the directory and the API both have. */
type Terms = PaidProgram & Pick<PublishedProgram, keyof PublishedProgram & keyof ProgramDetail>;

/** A fact of a program. Its page, comparisons and the history of its terms show it alike. */
export interface Fact {
	readonly column: string & keyof Terms;
	/** The name of the fact, if it is not the name of its column. See `labelOfFact`. */
	readonly label?: string;
	readonly figures?: (program: Terms) => readonly (Quantity | null)[];
	/** Returns the words, or null if the fact is unknown or consists only of figures. If there are figures too, says more than them. */
	readonly words?: (program: Terms) => string | null;
	/** Whether few programs publish it, so that it is left out where it is unknown. */
	readonly isRare?: true;
}

const LONGEST_COMMISSION = 80;

export const FACTS: readonly Fact[] = [
	{
		column: 'commission_rate',
		figures: commissionFigures,
		/** All offers, or the words of a commission without figures. */
		words: (program) => asStart(payLine(program) ?? commissionInWords(program, LONGEST_COMMISSION)),
	},
	{ column: 'commission_text', label: 'Wording', words: ({ commission_text }) => commission_text },
	{ column: 'commission_type', words: (program) => capitalized(typeWords(program) || 'not stated') },
	{ column: 'commission_duration', words: (program) => asStart(durationLine(program)) },
	{ column: 'cookie_days', label: 'Cookie', figures: ({ cookie_days }) => [cookie(cookie_days)] },
	{
		column: 'tracking_platform',
		words: ({ tracking_platform: keyword }) => keyword && KEYWORD_WORDS.tracking_platform(keyword),
	},
	{ column: 'payout_minimum', figures: (program) => [payoutMinimum(program)] },
	{
		column: 'payout_frequency',
		words: ({ payout_frequency: keyword }) => asStart(keyword && KEYWORD_WORDS.payout_frequency(keyword)),
	},
	{
		column: 'payout_methods',
		words: ({ payout_methods }) => payout_methods?.map(KEYWORD_WORDS.payout_methods).join(', ') ?? null,
	},
	{
		column: 'availability',
		words: ({ availability }) => availability && KEYWORD_WORDS.availability(availability),
		isRare: true,
	},
	{
		column: 'approval',
		/** `Manual, within 5 business days`. */
		words({ approval, approval_days: days }) {
			const time = days === null ? null : days === 0 ? 'at once' : `within ${count(days, 'business day')}`;
			return asStart([approval && KEYWORD_WORDS.approval(approval), time].filter(Boolean).join(', ') || null);
		},
	},
	{
		column: 'countries',
		words: ({ countries }) => countries?.map(KEYWORD_WORDS.countries).join(', ') ?? null,
		isRare: true,
	},
	{ column: 'attribution', words: ({ attribution }) => attribution && KEYWORD_WORDS.attribution(attribution) },
	{
		column: 'deep_links',
		words: ({ deep_links }) => (deep_links === null ? null : deep_links ? 'Allowed to any page' : 'Not allowed'),
		isRare: true,
	},
	{
		column: 'restrictions',
		/** The program's own words. If there are none, a list: `Not allowed: brand bidding, coupons`. */
		words: ({ restrictions, restrictions_text }) =>
			restrictions_text ?? (restrictions && `Not allowed: ${restrictions.map(KEYWORD_WORDS.restrictions).join(', ')}`),
	},
];

export function labelOfFact({ column, label = labelOf(PROGRAM_COLUMNS, column) }: Fact): string {
	return label;
}

function asStart(words: string | null): string | null {
	return words && capitalized(words);
}

/** `Acmeletter, Acme Post`: the other names, without those that differ only in spelling from the name or each other. */
export function aliasesWords({ name, aliases }: Pick<Program, 'name' | 'aliases'>): string | null {
	const shown = compactSet([name]);
	const different = (aliases ?? []).filter((alias) => {
		const [spelling = alias] = compactSet([alias]);
		const isNew = !shown.has(spelling);
		shown.add(spelling);
		return isNew;
	});
	return different.join(', ') || null;
}

/**
 * Returns the earnings that a program publishes, such as `$0.80 per click, $120 per order`. Returns null if the
 * earnings, their source or their date are unknown.
 */
export function publishedEarnings(
	program: Pick<Program, 'epc' | 'average_order_value' | 'earnings_source_url' | 'earnings_at' | 'currency'>,
): { readonly words: string; readonly source: string; readonly at: string } | null {
	const { epc, average_order_value: order, earnings_source_url: source, earnings_at: at, currency } = program;
	if (source === null || at === null || (epc === null && order === null)) return null;
	const per = (amount: number | null, event: string) =>
		amount === null ? [] : [`${inWords(money(amount, currency))} per ${event}`];
	return { words: [...per(epc, 'click'), ...per(order, 'order')].join(', '), source, at };
}

/**
 * Returns the program's own words about its commission, or null if they add nothing to the figures, type and duration.
 * If the figures say 30% recurring, the words `30% recurring` add nothing, but the words `20–30%` do.
 */
export function addedWords(program: ListedProgram): string | null {
	const words = program.commission_text?.trim();
	if (!words) return null;
	const known = [program.commission_amount, program.commission_rate];
	const said = { exact: '', from: 'from', up_to: 'up to', either: 'or' }[program.commission_qualifier ?? 'exact'];
	const rest = words
		.toLowerCase()
		.replace(program.commission_duration?.toLowerCase() ?? '', '')
		.replace(program.commission_type === null ? '' : COMMISSION_TYPE_WORDS[program.commission_type], '')
		.replace(/\bfor\b/, '')
		.replace(said, '')
		.replace(/\d[\d,]*(?:\.\d+)?/g, (digits) => (known.includes(Number(digits.replaceAll(',', ''))) ? '' : digits))
		.replace(/[\s%$€£+,/]/g, '');
	return rest === '' ? null : words;
}

/** Formats the cookie duration. 0 days means that the cookie ends with the session. */
export function cookie(days: number | null): Quantity | null {
	if (days === null) return null;
	if (days === 0) return { figure: 'session', unit: 'only' };
	return { figure: number(days), unit: days === 1 ? 'day' : 'days' };
}

export function payoutMinimum(program: Pick<PublishedProgram, 'payout_minimum' | 'currency'>): Quantity | null {
	if (program.payout_minimum === null) return null;
	if (program.payout_minimum === 0) return { figure: 'none', unit: '' };
	return money(program.payout_minimum, program.currency);
}

export function averageRating(program: Pick<ListedProgram, 'rating_average'>): Quantity | null {
	return program.rating_average === null ? null : stars(roundRating(program.rating_average));
}

/** Writes the known terms in one line, for use in feeds and beside reviews. */
export function termsLine(program: ListedProgram): string {
	const pays = commissionText(program) || commissionInWords(program, Number.POSITIVE_INFINITY);
	const days = cookie(program.cookie_days);
	const average = averageRating(program);
	const parts = [
		`Commission: ${[pays, payNotes(program)].filter(Boolean).join(', ')}`,
		days && `cookie: ${inWords(days)}`,
		average && `rating: ${inWords(average)} from ${count(program.review_count, 'review')}`,
	];
	return `${parts.filter(Boolean).join('; ')}.`;
}
