/** A worker thread that renders pages. It receives one batch at a time and sends the pages back in the same order. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderContent, SiteValues } from '../website/rendering/rendered-page.ts';
import { type Rendering, renderBatch } from './render-batch.ts';

const { entry, site } = workerData as { readonly entry: string; readonly site: SiteValues };
const { openContent }: { openContent(site: SiteValues): RenderContent } = await import(entry);
const render = openContent(site);

parentPort!.on('message', async (batch: readonly Rendering[]) => {
	try {
		parentPort!.postMessage(await renderBatch(render, batch));
	} catch (error) {
		// Send the error as text, because not every error can be cloned.
		parentPort!.postMessage({ error: (error as Error).message });
	}
});
