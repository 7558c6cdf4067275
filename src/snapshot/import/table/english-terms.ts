/** Writes what a program pays in the English that the reader of terms understands. */
import { type DecimalMark, parseNumber } from './numbers.ts';

/** Words about commissions in several languages. They are compared without accents. */
const ENGLISH: readonly (readonly [words: RegExp, english: string])[] = [
	[/\b(?:bis zu|jusqu ?[a'’] ?|hasta(?: un)?|fino al?|(?:maximaal|tot)(?= ?\d)|ate(?= ?\d)|do(?= ?\d))\s?/gi, 'up to '],
	[/\b(?:ab|von|a partir de|des(?= ?\d)|desde|da(?= ?\d)|vanaf|od)(?= ?[\d$€£])/gi, 'from'],
	[/(?<=\d ?[%€$£]?) ?\b(?:bis|a|al?|hasta|tot|ate)\b ?(?=\d)/gi, '-'],
	[
		/\b(?:pro|par|por|per|je)\s(?:verkauf|vente|venta|vendita|verkoop|venda|bestellung|commande|pedido|ordine|sale)\b/gi,
		'per sale',
	],
	[/\b(?:pro|par|por|per|je)\s(?:kunden?|neukunden?|clients?|clientes?|cliente|klant)\b/gi, 'per customer'],
	[/\b(?:pro|par|por|per|je)\s(?:lead|prospect|contacto?)\b/gi, 'per lead'],
	[
		/\b(?:pro|par|por|per|je)\s(?:anmeldung|registrierung|inscription|registro|iscrizione|aanmelding)\b/gi,
		'per signup',
	],
	[/\b(?:wiederkehrend\w*|laufend\w*|recurrente?s?|terugkerend\w*|ricorrent[ei]|recorrente)\b/gi, 'recurring'],
	[/\b(?:monatlich\w*|par mois|al mes|mensuel\w*|mensual\w*|maandelijks\w*|mensil[ei]|mensal)\b/gi, 'monthly'],
	[/\b(?:einmalig\w*|une (?:seule )?fois|unica|eenmalig\w*|una tantum|ponctuel\w*|pago unico)\b/gi, 'one-time'],
	[/\b(?:lebenslang\w*|auf lebenszeit|a vie|de por vida|levenslang\w*|a vita|vitalicia?|vitalicio)\b/gi, 'lifetime'],
	[/\b(?:monate?n?|mois|meses|mesi|maanden)\b/gi, 'months'],
	[/\b(?:jahre?n?|annees?|ans|anos|anni|jaren|jaar)\b/gi, 'years'],
	[/\b(?:fur|pendant|durante|gedurende|voor|per)(?= ?\d+ (?:months|years))/gi, 'for'],
	[/\b(?:oder|ou|oppure|of|o)(?= ?[\d$€£])/gi, 'or'],
	[/\b(?:und|et|y|en|e)(?= ?[\d$€£])/gi, 'and'],
	[/\b(?:euros?)\b/gi, 'EUR'],
	[/\b(?:dollars?|dolares|dollari)\b/gi, 'USD'],
	[/\b(?:prozent|pour ?cent|por ?ciento|per ?cento|procent)\b/gi, 'percent'],
];

const FIGURE = /(?<![\d.,])\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|(?<![\d.,])\d[\d.,]*\d|\d/g;

/** Returns words about a commission in English, with numbers in English notation. Unknown words stay. */
export function inEnglish(words: string, mark: DecimalMark): string {
	const figures = words.replace(FIGURE, (digits) => {
		const number = parseNumber(digits, mark);
		return number === undefined ? digits : String(number);
	});
	const plain = figures.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
	// Text without foreign words stays as it is, with its accents.
	const english = ENGLISH.reduce((text, [foreign, word]) => text.replace(foreign, word), plain);
	return english === plain ? figures : english;
}
