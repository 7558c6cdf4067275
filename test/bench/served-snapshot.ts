import { setTimeout as sleep } from 'node:timers/promises';
import { RawConnection } from '../support/raw-http.ts';

/** The time between two requests, in milliseconds. */
const INTERVAL = 10;
/** The longest wait, in milliseconds. The measured builds take less time. */
const LONGEST_WAIT = 30 * 60_000;

/**
 * Waits until the website that a server serves comes from a snapshot whose content ID satisfies `isWanted`.
 *
 * @throws Error when the server closes the connection, or after half an hour
 */
export async function waitForSnapshot(port: number, isWanted: (snapshot: string) => boolean): Promise<void> {
	const latest = performance.now() + LONGEST_WAIT;
	const connection = await RawConnection.open(port);
	try {
		while (performance.now() < latest) {
			const response = await connection.request('GET', '/');
			if (response === undefined) throw new Error('The server has closed the connection.');
			if (isWanted(response.headers.get('x-snapshot')!)) return;
			await sleep(INTERVAL);
		}
	} finally {
		connection.close();
	}
	throw new Error('The server does not serve the new release.');
}
