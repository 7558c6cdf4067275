import type { HistoryReader } from '../../release/history/history-reader.ts';

/** Returns the history that a page shows. It comes from the same source as the release that `servedRelease` returns. */
export async function servedHistory({ history }: App.Locals): Promise<HistoryReader> {
	if (history !== undefined) return history;
	const { astroService } = await import('virtual:service');
	return (await astroService()).history;
}
