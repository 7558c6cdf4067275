/** Writes what a program pays in the English that the reader of terms understands. */
import { inEnglish as languagesInEnglish } from '../../terms/language.ts';
import terms from './english-terms.json' with { type: 'json' };
import { type DecimalMark, parseNumber } from './numbers.ts';

/** Words about commissions in languages besides German. They are compared without accents. */
const ENGLISH = terms.map(([english, foreign]) => [new RegExp(foreign!, 'gi'), english!] as const);

const FIGURE = /(?<![\d.,])\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|(?<![\d.,])\d[\d.,]*\d|\d/g;

/** Returns words about a commission in English, with numbers in English notation. Unknown words stay. */
export function inEnglish(words: string, mark: DecimalMark): string {
	const figures = words.replace(FIGURE, (digits) => {
		const number = parseNumber(digits, mark);
		return number === undefined ? digits : String(number);
	});
	const plain = languagesInEnglish(figures).normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
	// Text without foreign words stays as it is, with its accents.
	const english = ENGLISH.reduce((text, [foreign, word]) => text.replace(foreign, word), plain);
	return english === plain ? figures : english;
}
