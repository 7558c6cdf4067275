/** Puts into words the facts that decide whether a publisher joins a program. Returns null for unknown facts. */
import { capitalized } from '../../catalog/keyword-names.ts';
import type { Program } from '../../catalog/program.ts';
import { compactSet } from '../../search/names.ts';
import { KEYWORD_WORDS } from './keyword-words.ts';
import { count, inWords, money } from './numbers.ts';

/** The columns that all pages put into the same words. */
export type FactColumn =
	| 'payout_frequency'
	| 'payout_methods'
	| 'tracking_platform'
	| 'availability'
	| 'approval'
	| 'countries'
	| 'attribution'
	| 'deep_links'
	| 'restrictions';

type Facts = Pick<Program, FactColumn | 'approval_days' | 'restrictions_text'>;

/** For each fact, a function that puts it into words. */
export const FACT_WORDS: { readonly [C in FactColumn]: (program: Facts) => string | null } = {
	/** `Twice a month`. */
	payout_frequency: ({ payout_frequency: keyword }) => keyword && capitalized(KEYWORD_WORDS.payout_frequency(keyword)),
	/** `Bank transfer, PayPal`. */
	payout_methods: ({ payout_methods }) => payout_methods?.map(KEYWORD_WORDS.payout_methods).join(', ') ?? null,
	tracking_platform: ({ tracking_platform: keyword }) => keyword && KEYWORD_WORDS.tracking_platform(keyword),
	availability: ({ availability }) => availability && KEYWORD_WORDS.availability(availability),
	/** `Manual, within 5 business days`. */
	approval({ approval, approval_days: days }) {
		const time = days === null ? null : days === 0 ? 'at once' : `within ${count(days, 'business day')}`;
		const words = [approval && KEYWORD_WORDS.approval(approval), time].filter(Boolean).join(', ');
		return words === '' ? null : capitalized(words);
	},
	/** `Germany, United States`, or `Worldwide`. */
	countries: ({ countries }) => countries?.map(KEYWORD_WORDS.countries).join(', ') ?? null,
	/** `Last click`. */
	attribution: ({ attribution }) => attribution && KEYWORD_WORDS.attribution(attribution),
	deep_links: ({ deep_links }) => (deep_links === null ? null : deep_links ? 'Allowed to any page' : 'Not allowed'),
	/** The program's own words. If there are none, a list: `Not allowed: brand bidding, coupons`. */
	restrictions: ({ restrictions, restrictions_text }) =>
		restrictions_text ?? (restrictions && `Not allowed: ${restrictions.map(KEYWORD_WORDS.restrictions).join(', ')}`),
};

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
