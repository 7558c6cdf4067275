/** Divides a search text into the words and phrases that somebody looks for, each in all the words that can mean it. */
import { FILLERS, isWeak } from './fillers.ts';
import type { Lexicon } from './lexicon.ts';
import { stemOf } from './stem.ts';

/** What the division of a text needs to know. */
type Words = Pick<Lexicon, 'hasStem' | 'hasTopic' | 'synonyms' | 'programsOf'>;

/** A word or a phrase. */
export interface Unit {
	/** The words of the text. */
	readonly words: string;
	/** The best first. */
	readonly alternatives: readonly Alternative[];
	/** Whether it says so little that programs without it match as well. */
	readonly isWeak: boolean;
}

/** Words that can mean what a unit means. A program must have all their stems. */
export interface Alternative {
	readonly stems: readonly string[];
	/** How much it counts, in percent of the words of the text themselves. */
	readonly percent: number;
	/** Whether the last stem is the start of a word. */
	readonly asPrefix?: boolean;
	/** Whether the stems must be next to each other, in this order. */
	readonly areNeighbours?: boolean;
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
/** How much the words of a phrase count if they are not next to each other. */
const APART = 60;
const SHORTEST_HALF = 3;

/** @param words the folded words of the text, in order */
export function spansOf(words: readonly string[], lexicon: Words): Span[] {
	const telling = words.filter((word) => !FILLERS.has(word));
	const strong = telling.filter((word) => !isWeak(word));
	const unit = (word: string, isLast: boolean): Unit => ({
		words: word,
		alternatives: alternativesOf([word], lexicon, isLast),
		isWeak: strong.length > 0 && isWeak(word),
	});
	const spans: Span[] = [];
	for (let start = 0, count = 0; start < words.length && count < MOST_UNITS; ) {
		const length = phraseLength(words, start, lexicon);
		const phrase = words.slice(start, start + length);
		const end = start + length;
		const counted = phrase.filter((word) => !FILLERS.has(word));
		const whole: Unit = {
			words: phrase.join(' '),
			alternatives: alternativesOf(phrase, lexicon, false),
			isWeak: false,
		};
		if (counted.length > 0 || length > 1) {
			spans.push({
				units: counted.map((word, i) => unit(word, end === words.length && i === counted.length - 1)),
				phrase: length > 1 ? whole : undefined,
			});
		}
		count += counted.length;
		start = end;
	}
	return spans;
}

/** The length of the longest phrase at a place that has synonyms, is a network's name, or is one word written apart. */
function phraseLength(words: readonly string[], start: number, lexicon: Words): number {
	for (let length = Math.min(LONGEST_PHRASE, words.length - start); length > 1; length--) {
		const phrase = words.slice(start, start + length);
		const joined = phrase.join('');
		if (lexicon.programsOf(joined) !== undefined || lexicon.synonyms(phrase).length > 0) return length;
		if (length === 2 && lexicon.hasTopic(joined)) return length;
	}
	return 1;
}

function alternativesOf(phrase: readonly string[], lexicon: Words, isLast: boolean): Alternative[] {
	const stems = phrase.map(stemOf);
	const joined = phrase.join('');
	const compounds = phrase.length > 1 ? [[stemOf(joined)]] : halvesOf(joined, lexicon);
	const meant = [
		{ stems, percent: 100 },
		...compounds.map((stems) => ({ stems, percent: COMPOUND })),
		...lexicon.synonyms(phrase).map((stems) => ({ stems, percent: SYNONYM })),
	];
	const isUnfinished = isLast && !lexicon.hasStem(stems[0]!);
	return [
		...meant.map((alternative) => ({ ...alternative, areNeighbours: alternative.stems.length > 1 })),
		...meant
			.filter(({ stems }) => stems.length > 1)
			.map(({ stems, percent }) => ({ stems, percent: (percent * APART) / 100 })),
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
