/** Formats figures the way the site writes them. The unit stays separate, so that pages can show it smaller. */

/** A figure and its unit: `30` and `%`, `60` and `days`, `$1,200` and an empty unit. */
export interface Quantity {
	/** A word or sign before the figure, such as `up to` or `+`. */
	readonly before?: string;
	readonly figure: string;
	readonly unit: string;
}

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const currencies = new Map<string, Intl.NumberFormat>();

/** Formats 1234.5 as `1,234.5`. */
export function number(value: number): string {
	return decimal.format(value);
}

/** A rating with its maximum, 5. It always has one decimal, such as `4.0`. */
export function stars(rating: number): Quantity {
	return { figure: oneDecimal.format(rating), unit: 'of 5' };
}

/** `1 review`, `38 reviews`. */
export function count(value: number, singular: string, plural = `${singular}s`): string {
	return `${number(value)} ${value === 1 ? singular : plural}`;
}

/** A share as a whole percentage; `< 1` for a small share that would round to 0. */
export function percentage(part: number, total: number): Quantity {
	const percent = total === 0 ? 0 : (100 * part) / total;
	return { figure: percent > 0 && percent < 1 ? '< 1' : number(Math.round(percent)), unit: '%' };
}

/** An amount with its currency, an ISO 4217 code. If the currency is unknown, the unit says so. */
export function money(amount: number, currency: string | null): Quantity {
	if (currency === null) return { figure: number(amount), unit: '(currency not published)' };
	return { figure: currencyFormat(currency).format(amount), unit: '' };
}

function currencyFormat(currency: string): Intl.NumberFormat {
	const known = currencies.get(currency);
	if (known) return known;
	const format = new Intl.NumberFormat('en', {
		style: 'currency',
		currency,
		trailingZeroDisplay: 'stripIfInteger',
		// More decimals than most currencies have, so that amounts are not rounded.
		maximumFractionDigits: 3,
	});
	currencies.set(currency, format);
	return format;
}

/** A quantity as running text. A no-break space keeps the figure and its unit on one line. */
export function inWords({ before, figure, unit }: Quantity): string {
	return (before ? `${before} ` : '') + figure + spaceBefore(unit) + unit;
}

/** The space between a figure and its unit. English writes none before a percent sign. */
export function spaceBefore(unit: string): string {
	return unit === '' || unit === '%' ? '' : '\u00a0';
}
