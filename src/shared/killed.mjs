import { memory } from './memory.mjs';

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
