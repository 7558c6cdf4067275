/** The words of generated directories: frequent English words, and a long tail of invented ones. */
import { splitWords } from '../../src/shared/text.ts';
import { ENGLISH } from './english.ts';
import { Random } from './random.ts';
import { weightedIndex, zipf } from './weighted.ts';

const SIZE = 45_000;
/** Invented words up to this rank are short, because frequent words in real texts are short. */
const SHORT_WORDS = 12_000;

/** The parts of syllables, chosen so that words sound like names and few are rude in a known language. */
const ONSETS = splitWords('b b d d f f h h j j l l m m n n r r s s t t v v w w bl br cr dr fl gl pl pr qu st th tr');
const VOWELS = splitWords('a a a e e e i i o o o u ai');
const CODAS = splitWords('n n r r l l s s m nd st th');
const ACCENTED: { readonly [vowel: string]: readonly string[] } = {
	a: ['á', 'ä', 'å', 'ã'],
	e: ['é', 'è', 'ê', 'ë'],
	i: ['í', 'ï'],
	o: ['ó', 'ö', 'ø', 'ô'],
	u: ['ú', 'ü'],
};

/** All words in lower case, without duplicates, most frequent first. */
export const VOCABULARY: readonly string[] = makeVocabulary();

/** Draws the index of a word. As in real texts, a few words are very common and most are rare. */
export const drawWord: (random: Random) => number = weightedIndex(zipf(VOCABULARY.length, 1, 2));

/** Draws an invented word for the name of a brand. All invented words are equally likely. */
export function inventedWord(random: Random): string {
	return VOCABULARY[random.between(ENGLISH.length, VOCABULARY.length - 1)] as string;
}

function makeVocabulary(): readonly string[] {
	const random = new Random(0, 'vocabulary');
	const vocabulary = new Set(ENGLISH);
	while (vocabulary.size < SIZE) {
		const count = vocabulary.size < SHORT_WORDS ? 2 : random.between(2, 3);
		const word = Array.from({ length: count }, () => syllable(random)).join('');
		vocabulary.add(random.chance(0.04) ? withAccent(word, random) : word);
	}
	return [...vocabulary];
}

function syllable(random: Random): string {
	return random.pick(ONSETS) + random.pick(VOWELS) + (random.chance(0.3) ? random.pick(CODAS) : '');
}

function withAccent(word: string, random: Random): string {
	return word.replace(/[aeiou]/, (vowel) => random.pick(ACCENTED[vowel] as readonly string[]));
}
