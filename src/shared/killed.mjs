import { totalmem } from 'node:os';

/**
 * Says that a signal ended a process, and why that may be. In JavaScript, because `scripts/launch.mjs` imports it with
 * whatever Node there is.
 *
 * @param {string} name what was killed, as the subject of a sentence
 * @param {string} signal
 * @returns {string}
 */
export function killedSentence(name, signal) {
	if (signal === 'SIGABRT') {
		return `${name} ended itself (${signal}), most likely because it needed more memory than Node allows it. Allow it more, in megabytes: NODE_OPTIONS=--max-old-space-size=8000`;
	}
	if (!SIGNALS_OF_THE_SYSTEM.includes(signal)) return `${name} was stopped by ${signal}.`;
	// 0 or an absurd number where a container sets no limit.
	const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
	const gigabytes = (Math.min(totalmem(), limit) / 2 ** 30).toFixed(1);
	return `${name} was killed (${signal}), most likely because it ran out of memory (${gigabytes} GB in all). Stop other programs or give it more memory, then try again.`;
}

const SIGNALS_OF_THE_SYSTEM = ['SIGKILL', 'SIGSEGV', 'SIGBUS', 'SIGTRAP', 'SIGILL'];
