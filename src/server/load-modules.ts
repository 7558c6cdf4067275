/** Loads modules before the first visit needs them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Loads modules in steps, so that requests are handled between the steps. After the last step, `node_modules` can be
 * replaced while the server runs, because the server does not read it again.
 *
 * @param isClosing returns whether the server is closing. If it is, no more modules are loaded
 */
export async function loadModules(steps: readonly (() => Promise<unknown>)[], isClosing: () => boolean): Promise<void> {
	for (const load of steps) {
		await nextTurn();
		if (isClosing()) return;
		await load();
	}
}
