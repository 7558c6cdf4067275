import { inspect } from 'node:util';
import { storedFile } from '../release/site-store.ts';
import type { RenderContent } from '../website/rendering/rendered-page.ts';
import type { Rendered, Rendering } from './render-pages.ts';

/** Renders pages, in order. @throws Error naming the page that cannot be rendered */
export async function renderBatch(render: RenderContent, batch: readonly Rendering[]): Promise<Rendered[]> {
	const rendered: Rendered[] = [];
	for (const { route, address, path, view, fingerprint } of batch) {
		try {
			const content = await render(route, address, JSON.parse(view));
			rendered.push([path, storedFile(path, content, fingerprint)]);
		} catch (cause) {
			throw new Error(`The page ${address} could not be rendered: ${inspect(cause)}`);
		}
	}
	return rendered;
}
