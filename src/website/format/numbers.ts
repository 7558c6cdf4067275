/** Formats figures the way the site writes them. Units are returned separately, so that pages can show them smaller. */

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

/** Formats a rating with its maximum, 5. The rating always has one decimal, such as `4.0`. */
export function stars(rating: number): Quantity {
	return { figure: oneDecimal.format(rating), unit: 'of 5' };
}

/** `1 review`, `38 reviews`. */
export function count(value: number, singular: string, plural = `${singular}s`): string {
	return `${number(value)} ${value === 1 ? singular : plural}`;
}

/** Formats a share as a whole percentage, or as `< 1` if it is greater than 0 but less than 1%. */
export function percentage(part: number, total: number): Quantity {
	const percent = total === 0 ? 0 : (100 * part) / total;
	return { figure: percent > 0 && percent < 1 ? '< 1' : number(Math.round(percent)), unit: '%' };
}

/** Formats an amount with its currency, an ISO 4217 code. If the currency is null, the unit says that it is unknown. */
export function money(amount: number, currency: string | null): Quantity {
	if (currency === null) return { figure: number(amount), unit: '(currency not stated)' };
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

/** Writes a quantity as running text. A no-break space keeps the figure and its unit on one line. */
export function inWords({ before, figure, unit }: Quantity): string {
	return (before ? `${before} ` : '') + figure + spaceBefore(unit) + unit;
}

/** Returns the space between a figure and its unit. In English, there is no space before a percent sign. */
export function spaceBefore(unit: string): string {
	return unit === '' || unit === '%' ? '' : '\u00a0';
}
