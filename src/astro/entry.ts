/** The pages that are rendered on request. Astro bundles this module with them; see `rendered-pages.ts` for its use. */
import { createApp } from 'astro/app/entrypoint';
import type { FindPage } from '../server/rendered-pages.ts';

// No streaming, so that a page that fails sends nothing.
const app = createApp({ streaming: false });
// Errors go to our log, with the ID of the request.
app.logger.options.level = 'silent';
// Our server has its own error pages.
app.renderError = async (_request, { error, status }) => {
	if (error) throw error;
	return new Response(null, { status });
};

/** Loads the modules of all pages. By default, Astro loads each with its first request. */
export async function loadModules(): Promise<void> {
	const { pageMap, middleware } = app.manifest;
	for (const load of [...(pageMap?.values() ?? []), middleware]) await load?.();
}

/**
 * Makes a function that finds the page or file at an address.
 *
 * @param siteUrl the public address, an origin, which can differ from that of the build
 */
export function openPages(siteUrl: string): FindPage {
	app.manifest.site = siteUrl;
	return (request) => {
		const routeData = app.match(request);
		// Astro adds routes of its own, such as an image service.
		if (routeData?.origin !== 'project') return undefined;
		return {
			isPage: routeData.type === 'page',
			render: (locals) => app.render(request, { locals, routeData }),
		};
	};
}
