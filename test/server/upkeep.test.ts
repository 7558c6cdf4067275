import { expect, onTestFinished, test } from 'vitest';
import { openState } from '../../src/state/open-state.ts';
import { startServer } from '../support/running-server.ts';
import { copyDirectory } from '../support/small-directory.ts';
import { trustClock } from '../support/states.ts';

test('A server removes old entries once its clock can be trusted, and logs how many', async () => {
	const directory = copyDirectory('api');
	const state = await openState(directory.state, '');
	onTestFinished(async () => {
		await state.close();
		directory.remove();
	});
	for (const [id, expires] of Object.entries({ old: '2026-01-01T00:00:00Z', new: '2100-01-01T00:00:00Z' })) {
		await state.signUps.add(id, { email: `${id}@site.example`, password: 'x' }, expires);
	}
	/** What a server removes when it starts. */
	async function removed(): Promise<unknown[]> {
		const server = await startServer(directory);
		expect(await server.stop()).toBe(0);
		return server.log().flatMap((line) => (line.removed === undefined ? [] : [line.removed]));
	}
	expect(await removed()).toEqual([]);
	await trustClock(state);
	expect(await removed()).toEqual([{ sign_ups: 1 }]);
	expect(await removed()).toEqual([]);
});
