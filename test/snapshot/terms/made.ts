import type { ReadOffer } from '../../../src/snapshot/terms/read-offer.ts';
import { readTerms, type Terms, type TermsSource } from '../../../src/snapshot/terms/read-terms.ts';

/** Reads the terms of a program whose source says only what the test gives. */
export function read(source: Partial<TermsSource>): Terms {
	const nothing = { type: null, currency: 'USD', rate: '', duration: '', conditions: '', descriptions: [] };
	return readTerms({ ...nothing, ...source });
}

/** Writes all that an offer says in short: `plus: 20-30% from, payment, 12 months, cap 400/customer (Gold)`. */
export function brief(stated: { readonly offer: ReadOffer } | null): string | null {
	if (stated === null) return null;
	const { offer } = stated;
	const { rate, amount, currency, maximum, qualifier, per, every, of, months, sales, cap, cap_per, until } = offer;
	const range = maximum === null ? '' : `-${maximum}`;
	const sign = currency === 'USD' ? '$' : `${currency} `;
	const parts = [
		`${rate === null ? `${sign}${amount}${range}` : `${rate}${range}%`} ${qualifier}`,
		`${per}${every ? ` every ${every}` : ''}`,
		of && `of ${of}`,
		offer.lifetime ? 'for life' : months && `${months} months`,
		offer.from_month > 1 && `from month ${offer.from_month}`,
		offer.from_sale > 1 && `from sale ${offer.from_sale}`,
		sales && `${sales} sales`,
		cap && `cap ${cap}${cap_per ? `/${cap_per}` : ''}`,
		until && `until ${until}`,
		offer.reward === 'credit' && 'credit',
	];
	const condition = offer.condition && ` (${offer.condition})`;
	return `${offer.relation ? `${offer.relation}: ` : ''}${parts.filter(Boolean).join(', ')}${condition}`;
}

/** The base offer of a program whose conditions say only this. */
export function baseOf(conditions: string, source: Partial<TermsSource> = {}): string | null {
	return brief(read({ conditions, ...source }).base);
}
