/** The order of programs by pay, in which programs that pay alike are next to each other. */
import { crc32 } from 'node:zlib';
import { commissionOf } from '../../catalog/commission.ts';
import type { PublishedProgram } from '../../catalog/published.ts';
import { compareText } from '../../shared/text.ts';

/** The place of a program in the order of pay. The first field is the most important. */
export interface PayPlace {
	/** The commission type. */
	readonly type: string;
	/** What the figure is: a percentage or an amount in a currency, and whether it is a maximum. */
	readonly measure: string;
	readonly figure: number;
	/** Whether the figure is published. If not, `figure` is any number. */
	readonly isKnown: boolean;
}

const LARGEST_GUESS = 50;

export function payPlace(program: PublishedProgram): PayPlace {
	const { type: stated, rate, amount, qualifier, isCounted } = commissionOf(program);
	const type = stated ?? '';
	const limit = qualifier === 'up_to' ? 'up to ' : '';
	if (isCounted && rate !== null) return { type, measure: `${limit}%`, figure: rate, isKnown: true };
	if (isCounted && amount !== null) {
		return { type, measure: limit + (program.currency ?? 'unknown currency'), figure: amount, isKnown: true };
	}
	// Programs without a figure that counts are somewhere among the percentages, so that they do not all have the same neighbours.
	return { type, measure: '%', figure: crc32(program.slug) % LARGEST_GUESS, isKnown: false };
}

export function comparePay(a: PayPlace, b: PayPlace): number {
	return compareText(a.type, b.type) || compareText(a.measure, b.measure) || a.figure - b.figure;
}

/** Compares two programs by how differently they pay from a third one, the one that pays most alike first. */
export function compareDifferences(pay: PayPlace, a: PayPlace, b: PayPlace): number {
	return (
		Number(b.isKnown) - Number(a.isKnown) ||
		Number(a.type !== pay.type) - Number(b.type !== pay.type) ||
		Number(a.measure !== pay.measure) - Number(b.measure !== pay.measure) ||
		gap(pay, a) - gap(pay, b)
	);
}

/** The difference between two figures. 0 if they cannot be compared. */
function gap(pay: PayPlace, other: PayPlace): number {
	const isKnown = pay.isKnown && other.isKnown && pay.measure === other.measure;
	return isKnown ? Math.abs(other.figure - pay.figure) : 0;
}
