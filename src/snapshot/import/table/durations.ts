import { type DecimalMark, parseNumber } from './numbers.ts';

/** The words for units of time in several languages. They are compared without accents. */
const UNITS: readonly (readonly [words: RegExp, days: number])[] = [
	[/^(?:h|hr|hrs|hours?|std|stunden?|heures?|horas?|ore?|uur|uren)$/, 1 / 24],
	[/^(?:d|days?|t|tage?n?|j|jours?|dias?|giorn[io]|gg|dag(?:en|ar|e)?|dni|dzien|g)$/, 1],
	[/^(?:w|wk|wks|weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|week|tydzien|tygodnie)$/, 7],
	[/^(?:m|mo|mos|months?|monate?n?|mois|mes(?:es)?|mes[ie]|maand(?:en)?|miesiace?)$/, 30],
	[/^(?:y|yr|yrs|years?|jahre?n?|ans?|annees?|anos?|ann[io]|jaar|jaren|rok|lata)$/, 365],
];

const DURATION =
	/^(?:up to |bis zu |max\.? )?(\d[\d.,]*) ?(?:-|–)? ?([\p{L}]+)\.?(?: (?:cookies?|window|cookie window))?$/iu;
const SESSION = /^(?:per )?(?:session|sitzung|sesion|sessie|sessione|sessao)(?: ?cookie| only)?$/i;

/**
 * Parses a duration such as `30 days`, `60d`, `1 Year` or `30 Tage`. Several months count as in a calendar: 12 months
 * are 365 days.
 *
 * @returns the number of days, or undefined if the text is not a duration or not a number of days
 */
export function parseDuration(text: string, mark: DecimalMark): number | undefined {
	if (SESSION.test(text)) return 0;
	const [, digits, word] = DURATION.exec(text) ?? [];
	if (digits === undefined) return undefined;
	const plain = word!.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
	const days = UNITS.find(([words]) => words.test(plain))?.[1];
	const count = parseNumber(digits, mark);
	return days === undefined || count === undefined ? undefined : inDays(count, days);
}

/** Returns how many days a number of units has, or undefined if these are not whole days. */
export function inDays(count: number, days: number): number | undefined {
	const total = days === 30 ? Math.floor(count / 12) * 365 + (count % 12) * 30 : count * days;
	const rounded = Math.round(total * 1000) / 1000;
	return Number.isInteger(rounded) ? rounded : undefined;
}

/** Parses how long one waits at most: 5 days for `1-5 business days`, 0 for `instant`. */
export function parseWait(text: string, mark: DecimalMark): number | undefined {
	if (/^(?:instant(?:ly)?|immediate(?:ly)?|sofort)$/i.test(text)) return 0;
	const longest = text.replace(/^\d+ ?[-–] ?(?=\d)/, '').replace(/\+? (?:business|working) (?=days?$)/i, ' ');
	return parseDuration(longest, mark);
}
