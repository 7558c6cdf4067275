import type { HistoryReader } from '../history/history-reader.ts';

/** The history that a page shows. It comes from the same source as the release in `servedRelease`. */
export async function servedHistory({ history }: App.Locals): Promise<HistoryReader> {
	if (history !== undefined) return history;
	const { astroService } = await import('./service.ts');
	return (await astroService()).history;
}
