import { fold } from '../text.ts';

/** Stands for each character of a phrase that was understood. No text can contain it, because it is not a character. */
export const TAKEN = '\uffff';

/** A text that somebody typed, in the form in which phrases are looked for. */
export class TypedText {
	/** The folded text, with single spaces and plain hyphens. */
	readonly folded: string;
	readonly #typed: string;
	/** For each position in `folded`, the position in the typed text. */
	readonly #positions: readonly number[];

	constructor(typed: string) {
		const positions: number[] = [];
		let folded = '';
		for (const { 0: piece, index } of typed.matchAll(/\s+|./gsu)) {
			const part = /[\s\uffff]/.test(piece) ? ' ' : fold(piece).replace(/[‐-―−]/, '-');
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
