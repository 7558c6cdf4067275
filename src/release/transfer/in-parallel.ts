const AT_ONCE = 4;

/**
 * Runs `work` for all items, a few at a time. After an error, starts no more items, waits for the running ones, and
 * throws the error.
 */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
	const waiting = [...items];
	const run = async (): Promise<void> => {
		for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
			try {
				await work(item);
			} catch (error) {
				waiting.length = 0;
				throw error;
			}
		}
	};
	const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, run));
	for (const result of results) if (result.status === 'rejected') throw result.reason;
}
