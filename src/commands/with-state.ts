import { openState } from '../state/open-state.ts';
import type { State } from '../state/state.ts';

/** Runs `work` with the state in `folder`, or in PostgreSQL if `DATABASE_URL` is set. Closes the state afterwards. */
export async function withState<T>(folder: string, work: (state: State) => Promise<T>): Promise<T> {
	const state = await openState(folder);
	try {
		return await work(state);
	} finally {
		await state.close();
	}
}
