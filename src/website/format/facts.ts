/** Puts into words the facts that decide whether a publisher joins a program. Returns null for unknown facts. */
import { countryName } from '../../catalog/countries.ts';
import { WORLDWIDE } from '../../catalog/fields.ts';
import { capitalized, spaced } from '../../catalog/keyword-names.ts';
import type { Program } from '../../catalog/program.ts';
import type { Approval, Availability } from '../../catalog/program-facts.ts';
import { compactSet } from '../../search/names.ts';
import { count, inWords, money } from './numbers.ts';

export const APPROVAL_WORDS: { readonly [A in Approval]: string } = {
	automatic: 'Automatic',
	manual: 'Manual',
	invitation: 'By invitation',
};

export const AVAILABILITY_WORDS: { readonly [A in Availability]: string } = {
	open: 'Open to new publishers',
	invitation: 'By invitation',
	waitlist: 'Waitlist',
	closed: 'Closed to new publishers',
};

export function availabilityWords({ availability }: Pick<Program, 'availability'>): string | null {
	return availability && AVAILABILITY_WORDS[availability];
}

/** `Manual, within 5 business days`. */
export function approvalWords({ approval, approval_days: days }: Pick<Program, 'approval' | 'approval_days'>) {
	const time = days === null ? null : days === 0 ? 'at once' : `within ${count(days, 'business day')}`;
	const words = [approval && APPROVAL_WORDS[approval], time].filter(Boolean).join(', ');
	return words === '' ? null : capitalized(words);
}

/** `Germany, United States`, or `Worldwide`. */
export function countriesWords({ countries }: Pick<Program, 'countries'>): string | null {
	return countries?.map(countryWord).join(', ') ?? null;
}

/** Returns the name of a country, or `Worldwide` for the code that means all countries. */
export function countryWord(code: string): string {
	return code === WORLDWIDE ? 'Worldwide' : countryName(code);
}

/** The names of the payout methods whose name is not just the capitalized keyword. */
const METHODS = new Map([
	['ach', 'ACH'],
	['bank', 'Bank transfer'],
	['paypal', 'PayPal'],
	['sepa', 'SEPA'],
	['wire', 'Wire transfer'],
]);

export function payoutMethod(keyword: string): string {
	return METHODS.get(keyword) ?? capitalized(spaced(keyword));
}

/** `Bank transfer, PayPal`. */
export function payoutMethodsWords({ payout_methods }: Pick<Program, 'payout_methods'>): string | null {
	return payout_methods?.map(payoutMethod).join(', ') ?? null;
}

/**
 * Returns the program's own words about its restrictions. If there are none, lists the restrictions:
 * `Not allowed: brand bidding, coupons`.
 */
export function restrictionsWords(program: Pick<Program, 'restrictions' | 'restrictions_text'>): string | null {
	if (program.restrictions_text !== null) return program.restrictions_text;
	return program.restrictions && `Not allowed: ${program.restrictions.map(spaced).join(', ')}`;
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

/** `Last click`. */
export function attributionWords({ attribution }: Pick<Program, 'attribution'>): string | null {
	return attribution && capitalized(attribution.replaceAll('-', ' '));
}

/** `Allowed to any page` or `Not allowed`. */
export function deepLinksWords({ deep_links }: Pick<Program, 'deep_links'>): string | null {
	if (deep_links === null) return null;
	return deep_links ? 'Allowed to any page' : 'Not allowed';
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
