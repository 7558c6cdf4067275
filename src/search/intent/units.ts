/** Divides a search text into the words and phrases that somebody looks for, each in all the words that can mean it. */
import { FILLERS, isWeak } from './fillers.ts';
import type { Lexicon } from './lexicon.ts';
import { stemOf } from './stem.ts';

/** What the division of a text needs to know. */
type Words = Pick<Lexicon, 'hasStem' | 'hasTopic' | 'synonyms' | 'programsOf' | 'phraseWithin'>;

/** A word or a phrase. */
export interface Unit {
	/** The words of the text. */
	readonly words: string;
	/** The best first. */
	readonly alternatives: readonly Alternative[];
	/** Whether it says so little that programs without it match as well. */
	readonly isWeak: boolean;
}

/** Words that can mean what a unit means. A program must have all their stems, best next to each other in this order. */
export interface Alternative {
	readonly stems: readonly string[];
	/** How much it counts, in percent of the words of the text themselves. */
	readonly percent: number;
	/** Whether the last stem is the start of a word. */
	readonly asPrefix?: boolean;
}

/** A part of a text: a word, or several words that can mean something together. */
export interface Span {
	readonly units: readonly Unit[];
	/** What the words mean together, if they do. */
	readonly phrase: Unit | undefined;
}

/** After this many words that count, a text is cut. */
const MOST_UNITS = 8;
const LONGEST_PHRASE = 4;
const COMPOUND = 90;
const SYNONYM = 80;
const PREFIX = 50;
const SHORTEST_HALF = 3;

/** @param words the folded words of the text, in order */
export function spansOf(words: readonly string[], lexicon: Words): Span[] {
	const parts = partsOf(words, lexicon);
	const telling = words.filter((word) => !FILLERS.has(word));
	const strong = telling.filter((word) => !isWeak(word));
	const last = telling.at(-1) === words.at(-1) ? telling.at(-1) : undefined;
	return parts.map((part) => {
		const counted = part.filter((word) => !FILLERS.has(word));
		return {
			units: counted.map((word) => ({
				words: word,
				alternatives: alternativesOf([word], lexicon, word === last),
				isWeak: strong.length > 0 && isWeak(word),
			})),
			phrase:
				part.length > 1
					? { words: part.join(' '), alternatives: alternativesOf(part, lexicon, false), isWeak: false }
					: undefined,
		};
	});
}

/** Divides words into phrases and single words. A phrase that names a subject need not be in one piece. */
function partsOf(words: readonly string[], lexicon: Words): string[][] {
	const parts: string[][] = [];
	const single: string[] = [];
	for (let start = 0, count = 0; start < words.length && count < MOST_UNITS; ) {
		const phrase = words.slice(start, start + phraseLength(words, start, lexicon));
		if (phrase.length > 1) parts.push(phrase);
		else single.push(phrase[0]!);
		count += phrase.filter((word) => !FILLERS.has(word)).length;
		start += phrase.length;
	}
	for (;;) {
		const apart = lexicon.phraseWithin(single);
		if (apart === undefined) break;
		parts.push(apart);
		for (const word of apart) single.splice(single.indexOf(word), 1);
	}
	const rest = new Set(single.filter((word) => !FILLERS.has(word)));
	return [...parts, ...Array.from(rest, (word) => [word])];
}

/** The length of the longest phrase at a place that has synonyms, is a network's name, or is one word written apart. */
function phraseLength(words: readonly string[], start: number, lexicon: Words): number {
	for (let length = Math.min(LONGEST_PHRASE, words.length - start); length > 1; length--) {
		const phrase = words.slice(start, start + length);
		const joined = phrase.join('');
		// “To do” is a subject alone, but not in a sentence.
		if (phrase.every((word) => FILLERS.has(word)) && !words.every((word) => FILLERS.has(word))) continue;
		if (lexicon.programsOf(joined) !== undefined || lexicon.synonyms(phrase).length > 0) return length;
		if (length === 2 && lexicon.hasTopic(joined)) return length;
	}
	return 1;
}

function alternativesOf(phrase: readonly string[], lexicon: Words, isLast: boolean): Alternative[] {
	const stems = phrase.map(stemOf);
	const joined = phrase.join('');
	const compounds = phrase.length > 1 ? [[stemOf(joined)]] : halvesOf(joined, lexicon);
	const isUnfinished = isLast && !lexicon.hasStem(stems[0]!);
	return [
		{ stems, percent: 100 },
		...compounds.map((stems) => ({ stems, percent: COMPOUND })),
		...lexicon.synonyms(phrase).map((stems) => ({ stems, percent: SYNONYM })),
		...(isUnfinished ? [{ stems: phrase, percent: PREFIX, asPrefix: true }] : []),
	];
}

/** The ways to write a word as two words, such as `e signature` for `esignature`. */
function halvesOf(word: string, lexicon: Words): string[][] {
	const halves: string[][] = [];
	for (let at = 1; at <= word.length - SHORTEST_HALF; at++) {
		const [left, right] = [word.slice(0, at), word.slice(at)];
		if ((at >= SHORTEST_HALF || left === 'e' || left === 'no') && lexicon.hasTopic(left) && lexicon.hasTopic(right)) {
			halves.push([stemOf(left), stemOf(right)]);
		}
	}
	return halves;
}
