/** A worker thread that renders pages. It receives one batch at a time and sends the pages back in the same order. */
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { storedFile } from '../release/site-store.ts';
import type { RenderContent, SiteValues } from '../website/rendering/rendered-page.ts';
import type { Rendered, Rendering } from './render-pages.ts';

const { entry, site } = workerData as { readonly entry: string; readonly site: SiteValues };
const { openContent }: { openContent(site: SiteValues): RenderContent } = await import(entry);
const render = openContent(site);

parentPort!.on('message', async (batch: readonly Rendering[]) => {
	const rendered: Rendered[] = [];
	for (const { route, address, path, view, fingerprint } of batch) {
		try {
			const content = await render(route, address, JSON.parse(view));
			rendered.push([path, storedFile(path, content, fingerprint)]);
		} catch (error) {
			// Send the error as text, because not every error can be cloned.
			parentPort!.postMessage({ address, error: inspect(error) });
			return;
		}
	}
	parentPort!.postMessage(rendered);
});
