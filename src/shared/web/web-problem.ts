import { excerpt } from '../excerpt.ts';

const LONGEST = 2_000;

/** The reason why a request to a server on the web failed. The message is a sentence without its subject: `answered 404`. */
export class WebProblem extends Error {
	override name = 'WebProblem';

	/** @param message may contain text from a website, so its control characters are removed */
	constructor(message: string, options?: ErrorOptions) {
		super(excerpt(message.replace(/\p{Cc}+/gu, ' '), LONGEST), options);
	}
}
