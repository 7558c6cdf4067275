/** Loads modules before the first visit needs them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Loads modules in steps, so that requests are handled in between. Loaded modules no longer depend on `node_modules`,
 * which can be replaced while the server runs.
 */
export async function loadModules(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
	for (const load of steps) {
		await nextTurn();
		await load();
	}
}
