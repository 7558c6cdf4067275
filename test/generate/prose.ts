/** Generates meaningless text with the shape and length of real text. */
import { capitalized } from '../../src/catalog/keyword-names.ts';
import type { Random } from './random.ts';
import { drawWord, VOCABULARY } from './vocabulary.ts';

const CAPITALIZED = VOCABULARY.map(capitalized);
/** The length of the longest word, including a full stop after it. */
const LONGEST_WORD = 1 + Math.max(...VOCABULARY.map((word) => word.length));

/** Makes a title: words without a full stop, the first one capitalized. */
export function phrase(random: Random, words: number): string {
	let text = CAPITALIZED[drawWord(random)] as string;
	for (let count = 1; count < words; count++) text += ` ${VOCABULARY[drawWord(random)]}`;
	return text;
}

/**
 * Makes a sentence of almost `length` characters. If the first word with a full stop is already longer than `length`,
 * the sentence is just that word.
 *
 * @param length the maximum length in UTF-16 code units, like all lengths in this file
 */
export function sentence(random: Random, length: number): string {
	let text = CAPITALIZED[drawWord(random)] as string;
	for (;;) {
		const word = VOCABULARY[drawWord(random)] as string;
		if (text.length + word.length + 3 > length) return `${text}.`;
		text += random.chance(0.06) ? `, ${word}` : ` ${word}`;
	}
}

/** Makes sentences of almost `length` characters in total. */
export function paragraph(random: Random, length: number): string {
	let text = sentence(random, Math.min(length, random.between(30, 130)));
	while (text.length + LONGEST_WORD < length) {
		text += ` ${sentence(random, Math.min(length - text.length - 1, random.between(30, 130)))}`;
	}
	return text;
}

/** Makes Markdown of about `length` characters: paragraphs, headings, lists, strong words and a link. */
export function markdown(random: Random, length: number, link: string): string {
	const blocks: string[] = [];
	for (let left = length; left > 40; left -= (blocks.at(-1) as string).length + 2) {
		blocks.push(left > 300 ? anyBlock(random, link) : paragraph(random, left));
	}
	return blocks.join('\n\n');
}

function anyBlock(random: Random, link: string): string {
	const kind = random.fraction();
	if (kind < 0.15) return `## ${phrase(random, random.between(1, 4))}`;
	if (kind < 0.22) return `[${phrase(random, 3)}](${link})`;
	if (kind < 0.4) return Array.from({ length: random.between(2, 5) }, () => `- ${phrase(random, 4)}`).join('\n');
	const text = paragraph(random, random.between(80, 300));
	return kind < 0.6 ? text.replace(/ (\S+) /, ' **$1** ') : text;
}
