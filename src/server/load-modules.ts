/** Loads modules before the first visit needs them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Loads modules in steps, so that requests are handled in between. After that, `node_modules` can be replaced while the
 * server runs, because it is not read again.
 *
 * @param isClosing whether the server is closing. It then needs no more modules
 */
export async function loadModules(steps: readonly (() => Promise<unknown>)[], isClosing: () => boolean): Promise<void> {
	for (const load of steps) {
		await nextTurn();
		if (isClosing()) return;
		await load();
	}
}
