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
