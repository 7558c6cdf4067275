/** The pages that are rendered on request. Astro bundles this module with them; see `rendered-pages.ts` for its use. */
import { createApp } from 'astro/app/entrypoint';
import type { FindPage } from '../server/rendered-pages.ts';

// Whole pages, so that one that fails halfway was not begun.
const app = createApp({ streaming: false });
// What goes wrong is for our log, which says in which request.
app.logger.options.level = 'silent';
// Our server has its own pages for errors.
app.renderError = async (_request, { error, status }) => {
	if (error) throw error;
	return new Response(null, { status });
};

/** Loads the modules of all pages, each of which Astro would load with the first request for it. */
export async function loadModules(): Promise<void> {
	const { pageMap, middleware } = app.manifest;
	for (const load of [...(pageMap?.values() ?? []), middleware]) await load?.();
}

/**
 * What is rendered at an address.
 *
 * @param siteUrl the public address, an origin; another build of the same sources may have had another
 */
export function openPages(siteUrl: string): FindPage {
	app.manifest.site = siteUrl;
	return (request) => {
		const routeData = app.match(request);
		// Astro adds some of its own, such as an image service.
		if (routeData?.origin !== 'project') return undefined;
		return {
			isPage: routeData.type === 'page',
			render: (locals) => app.render(request, { locals, routeData }),
		};
	};
}
