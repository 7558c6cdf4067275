/** Figures as the site writes them: English, exact, with the unit kept apart so that it can be set small. */

/** A figure and its unit: `30` and `%`, `60` and `days`, `$1,200` and nothing. */
export interface Quantity {
	readonly figure: string;
	readonly unit: string;
}

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const currencies = new Map<string, Intl.NumberFormat>();

/** `1234.5` as `1,234.5`. */
export function number(value: number): string {
	return decimal.format(value);
}

/** A rating, always with its decimal: `4.0` of 5. */
export function stars(rating: number): Quantity {
	return { figure: oneDecimal.format(rating), unit: 'of 5' };
}

/** `1 review`, `38 reviews`. */
export function count(value: number, singular: string, plural = `${singular}s`): string {
	return `${number(value)} ${value === 1 ? singular : plural}`;
}

/** A part of a whole in per cent, without decimals; `< 1` where something would look like nothing. */
export function percentage(part: number, total: number): Quantity {
	const percent = total === 0 ? 0 : (100 * part) / total;
	return { figure: percent > 0 && percent < 1 ? '< 1' : number(Math.round(percent)), unit: '%' };
}

/** An amount with its currency, an ISO 4217 code; where that is unknown, the unit says so. */
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
		// More than most currencies have, so that no amount is rounded.
		maximumFractionDigits: 3,
	});
	currencies.set(currency, format);
	return format;
}

/** A quantity as running text, held together by a no-break space. */
export function inWords({ figure, unit }: Quantity): string {
	return unit === '' ? figure : `${figure}\u00a0${unit}`;
}
