import { fold } from '../text.ts';

/** Stands for each character of a phrase that was understood. No text can contain it, because it is not a character. */
export const TAKEN = '\uffff';

/**
 * The letters and digits of a `TypedText`, as the inside of a character class. Regular expressions with \p{L} would take
 * a second to compile.
 */
export const LETTERS = 'a-z\\d\u0080-\ufffe';

/** The characters that stand for other ones. */
const PLAIN: { readonly [character: string]: string } = { '’': "'", '≥': '>', '≤': '<', '€': '$', '£': '$' };

/** A text that somebody typed, in the form in which phrases are looked for. */
export class TypedText {
	/** The folded text, with single spaces. All characters beyond ASCII are letters and digits. */
	readonly folded: string;
	readonly #typed: string;
	/** For each position in `folded`, the position in the typed text. */
	readonly #positions: readonly number[];

	constructor(typed: string) {
		const positions: number[] = [];
		let folded = '';
		for (const { 0: piece, index } of typed.matchAll(/\s+|./gsu)) {
			const part = fold(PLAIN[piece] ?? piece)
				.replace(/\p{Pd}/u, '-')
				.replace(/[^\p{L}\p{N}!-~]+/u, ' ');
			folded += part;
			for (let i = 0; i < part.length; i++) positions.push(index);
		}
		this.folded = folded;
		this.#typed = typed;
		this.#positions = [...positions, typed.length];
	}

	/** Returns a part of `folded` as it was typed. */
	typed({ start, end }: Part): string {
		return this.#typed.slice(this.#positions[start], this.#positions[end]).trim();
	}
}

/** A part of a folded text, from position `start` to `end` (exclusive). */
export interface Part {
	readonly start: number;
	readonly end: number;
}

/** Puts `TAKEN` in place of a part of a text. */
export function without(text: string, { start, end }: Part): string {
	return text.slice(0, start) + TAKEN.repeat(end - start) + text.slice(end);
}
