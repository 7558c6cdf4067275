/**
 * Functions that render the pages. Astro bundles the pages into this module. A build renders the content pages, and a
 * server renders the others.
 */
import { createApp } from 'astro/app/entrypoint';
import { contentRoutes } from './page-types.ts';
import type { FindPage, RenderContent, SiteValues } from './rendered-page.ts';

// Do not stream pages, so that nothing is sent if a page fails.
const app = createApp({ streaming: false });
// Turn off Astro's log, because errors go to our own log, with the request's ID.
app.logger.options.level = 'silent';
// Our server has its own error pages.
app.renderError = async (_request, { error, status }) => {
	if (error) throw error;
	return new Response(null, { status });
};

/**
 * Loads the modules of all pages that a server renders. By default, Astro would load each module only when its page is
 * first requested.
 */
export async function loadModules(): Promise<void> {
	const { pageMap, middleware } = app.manifest;
	for (const { route, component } of app.manifestData.routes) {
		if (!contentRoutes.has(route)) await pageMap?.get(component)?.();
	}
	await middleware?.();
}

/** @param siteUrl the site's public origin */
export function openPages(siteUrl: string): FindPage {
	app.manifest.site = siteUrl;
	return (request) => {
		const routeData = app.match(request);
		// Ignore content pages, and routes that Astro adds, such as its image service.
		if (routeData?.origin !== 'project' || contentRoutes.has(routeData.route)) return undefined;
		return {
			isPage: routeData.type === 'page',
			render: (locals) => app.render(request, { locals, routeData }),
		};
	};
}

export function openContent({ siteUrl, hasOrganizations }: SiteValues): RenderContent {
	app.manifest.site = siteUrl;
	const routes = new Map(app.manifestData.routes.map((routeData) => [routeData.route, routeData]));
	return async (route, address, view) => {
		const routeData = routes.get(route);
		if (routeData === undefined) throw new Error(`There is no page with the route ${route}.`);
		const request = new Request(new URL(address, siteUrl));
		const response = await app.render(request, { locals: { view, hasOrganizations }, routeData });
		const { status } = response;
		const content = Buffer.from(await response.arrayBuffer());
		const isExpected = status === 200 || route === `/${status}`;
		if (!isExpected || content.length === 0) {
			throw new Error(`${address} was rendered with status ${status} and ${content.length} bytes.`);
		}
		return content;
	};
}
