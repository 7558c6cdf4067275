import { excerpt } from '../shared/excerpt.ts';

const LONGEST = 2_000;

/** Why a website, a page or an image gave no logo, as a sentence without its first word: `answered 404`. */
export class LogoProblem extends Error {
	override name = 'LogoProblem';

	/** @param message may contain text of the website: control characters are removed */
	constructor(message: string, options?: ErrorOptions) {
		super(excerpt(message.replace(/\p{Cc}+/gu, ' '), LONGEST), options);
	}
}
