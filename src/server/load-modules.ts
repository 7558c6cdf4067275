/** Loads what a first visit needs before it comes. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Loads in steps, and answers requests between two. Modules that are loaded do not depend on `node_modules` any more, which
 * may be replaced while the server runs.
 */
export async function loadModules(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
	for (const load of steps) {
		await nextTurn();
		await load();
	}
}
