import { excerpt } from '../../shared/excerpt.ts';

const LONGEST = 2_000;

/**
 * The reason why a website or an image provided no logo. The message is a sentence without its subject: `answered 404`.
 */
export class LogoProblem extends Error {
	override name = 'LogoProblem';

	/** @param message may contain text from a website, so its control characters are removed */
	constructor(message: string, options?: ErrorOptions) {
		super(excerpt(message.replace(/\p{Cc}+/gu, ' '), LONGEST), options);
	}
}
