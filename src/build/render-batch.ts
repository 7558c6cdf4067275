import { inspect } from 'node:util';
import { type Entry, storedFile } from '../release/pack.ts';
import type { RenderContent } from '../website/rendering/rendered-page.ts';

export interface Rendering {
	/** The route of the page type. See `PageType.route`. */
	readonly route: string;
	readonly address: string;
	/** The path of the page's file in the website. */
	readonly path: string;
	readonly view: string;
	readonly fingerprint: string;
}

/** The path of a rendered page, and its file as packs store it. */
export type RenderedFile = readonly [path: string, file: Entry];

/** Renders pages, in order. @throws Error naming the page that cannot be rendered */
export async function renderBatch(render: RenderContent, batch: readonly Rendering[]): Promise<RenderedFile[]> {
	const rendered: RenderedFile[] = [];
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
