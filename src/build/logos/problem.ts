import { WebProblem } from '../../shared/web/network.ts';

/**
 * The reason why a website or an image provided no logo. The message is a sentence without its subject: `is empty`.
 */
export class LogoProblem extends WebProblem {
	override name = 'LogoProblem';
}
