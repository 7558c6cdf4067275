import { totalmem } from 'node:os';

/**
 * Returns the memory of this machine or container, in bytes. This file is JavaScript because `scripts/launch.mjs`
 * imports it with any version of Node.
 *
 * @returns {number}
 */
export function memory() {
	// If no container limits the memory, this is 0 or a huge number.
	return Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
}

/**
 * Whether memory is so scarce that a build should rather take longer than use more of it.
 *
 * @returns {boolean}
 */
export const isMemoryScarce = () => memory() < 2 ** 30;

/**
 * Makes a message about a process that a signal ended, with the likely reason. This file is JavaScript because
 * `scripts/launch.mjs` imports it with any version of Node.
 *
 * @param {string} name the process, as the subject of a sentence
 * @param {string} signal
 * @returns {string}
 */
export function killedMessage(name, signal) {
	if (signal === 'SIGABRT') {
		return `${name} crashed (${signal}), most likely because it reached Node's memory limit. Raise the limit (in megabytes): NODE_OPTIONS=--max-old-space-size=8000`;
	}
	if (!SYSTEM_SIGNALS.includes(signal)) return `${name} was stopped by ${signal}.`;
	const gigabytes = (memory() / 2 ** 30).toFixed(1);
	return `${name} was killed (${signal}), most likely because the machine ran out of memory (it has ${gigabytes} GB). Stop other programs or add memory, then try again.`;
}

const SYSTEM_SIGNALS = ['SIGKILL', 'SIGSEGV', 'SIGBUS', 'SIGTRAP', 'SIGILL'];
