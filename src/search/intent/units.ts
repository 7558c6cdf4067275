/** Divides a search text into units: the things that somebody looks for, each in all the words that can mean it. */
import type { Lexicon } from './lexicon.ts';
import { stemOf } from './stem.ts';

export interface Unit {
	/** The words of the text. */
	readonly words: string;
	/** The best first. */
	readonly alternatives: readonly Alternative[];
	/** The units of the words of a phrase. Empty if the unit is one word. */
	readonly parts: readonly Unit[];
}

/** Words that can mean what a unit means. A program must have all their stems. */
export interface Alternative {
	readonly stems: readonly string[];
	/** How much it counts, in percent of the words of the text themselves. */
	readonly percent: number;
	/** Whether the last stem is the start of a word. */
	readonly asPrefix?: true;
}

/** Words that hardly say what somebody looks for, because all programs in the directory could have them. */
const FILLERS = new Set(
	[
		'a about an and any are as at be best better between but by can do does each easily easy every find for from get getting give',
		'go going good great has have help helps high higher how i if in into is it its keep let lets like make makes making manage me',
		'more most my need no not of on one online or other our out own people per run set simple so some somebody someone stop',
		'take that the their them then there these they this those to top turn under up us use using want we what when which who with',
		'without you your cheap new provider providers affiliate affiliates program programs programme programmes partner partners',
		'partnership referral referrals commission commissions app apps application applications platform platforms service services',
		'software solution solutions suite system systems tool tools',
	].flatMap((line) => line.split(' ')),
);

/** The most units of a text. The words after them do not count. */
const MOST_UNITS = 8;
const LONGEST_PHRASE = 4;
const COMPOUND = 90;
const SYNONYM = 80;
const PREFIX = 50;

/** @param words the folded words of the text, in order */
export function unitsOf(words: readonly string[], lexicon: Lexicon): Unit[] {
	const units: Unit[] = [];
	const fillers: Unit[] = [];
	for (let start = 0; start < words.length && units.length < MOST_UNITS; ) {
		const phrase = phraseAt(words, start, lexicon);
		const length = phrase?.length ?? 1;
		const unit = unitOf(words.slice(start, start + length), lexicon, start + length === words.length);
		(phrase === undefined && FILLERS.has(words[start]!) ? fillers : units).push(unit);
		start += length;
	}
	return units.length > 0 ? units : fillers.slice(0, MOST_UNITS);
}

/** The longest phrase at a place that has synonyms, is the name of a network, or is a word that was written apart. */
function phraseAt(words: readonly string[], start: number, lexicon: Lexicon): readonly string[] | undefined {
	for (let length = Math.min(LONGEST_PHRASE, words.length - start); length > 0; length--) {
		const phrase = words.slice(start, start + length);
		const joined = phrase.join('');
		if (length === 1 && FILLERS.has(joined)) return undefined;
		if (lexicon.programsOf(joined) !== undefined || lexicon.synonyms(phrase).length > 0) return phrase;
		if (length === 2 && lexicon.hasTopic(joined)) return phrase;
	}
	return undefined;
}

function unitOf(phrase: readonly string[], lexicon: Lexicon, isLast = false): Unit {
	const stems = phrase.map(stemOf);
	const joined = phrase.join('');
	const synonyms = lexicon.synonyms(phrase).map((stems) => ({ stems, percent: SYNONYM }));
	const compounds = [...(phrase.length > 1 ? [[stemOf(joined)]] : halvesOf(joined, lexicon))].map((stems) => ({
		stems,
		percent: COMPOUND,
	}));
	const isUnknown = phrase.length === 1 && !lexicon.hasStem(stems[0]!);
	return {
		words: phrase.join(' '),
		parts:
			phrase.length === 1 ? [] : phrase.filter((word) => !FILLERS.has(word)).map((word) => unitOf([word], lexicon)),
		alternatives: [
			{ stems, percent: 100 },
			...(isLast && isUnknown ? [{ stems: phrase, percent: PREFIX, asPrefix: true as const }] : []),
			...compounds,
			...synonyms,
		],
	};
}

/** The ways to write a word as two words, such as `e signature` for `esignature`. */
function halvesOf(word: string, lexicon: Lexicon): string[][] {
	const halves: string[][] = [];
	for (let at = 1; at <= word.length - SHORTEST_HALF; at++) {
		const [left, right] = [word.slice(0, at), word.slice(at)];
		if ((at >= SHORTEST_HALF || left === 'e' || left === 'no') && lexicon.hasTopic(left) && lexicon.hasTopic(right)) {
			halves.push([stemOf(left), stemOf(right)]);
		}
	}
	return halves;
}

const SHORTEST_HALF = 3;
