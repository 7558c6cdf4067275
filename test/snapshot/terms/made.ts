import { readTerms, type Stated, type Terms, type TermsSource } from '../../../src/snapshot/terms/read-terms.ts';

/** Reads the terms of a program whose source says only what the test gives. */
export function read(source: Partial<TermsSource>): Terms {
	const nothing = { type: null, currency: 'USD', rate: '', duration: '', conditions: '', descriptions: [] };
	return readTerms({ ...nothing, ...source });
}

/** Writes an offer in short: `20-30% from, payment, 12 months (Gold)`. */
export function brief(stated: Pick<Stated, 'offer'> | null): string | null {
	if (stated === null) return null;
	const { rate, amount, maximum, qualifier, per, months, lifetime, condition } = stated.offer;
	const range = maximum === null ? '' : `-${maximum}`;
	const figures = [rate === null ? '' : `${rate}${range}%`, amount === null ? '' : `$${amount}${range}`];
	const span = lifetime ? ', for life' : months === null ? '' : `, ${months} months`;
	return `${figures.filter(Boolean).join(' or ')} ${qualifier}, ${per}${span}${condition && ` (${condition})`}`;
}

/** The base offer of a program whose conditions say only this. */
export function baseOf(conditions: string, source: Partial<TermsSource> = {}): string | null {
	return brief(read({ conditions, ...source }).base);
}
