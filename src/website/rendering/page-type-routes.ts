import type { AstroIntegration } from 'astro';
import { PAGE_TYPES } from './page-types.ts';

/** Adds the routes of the page types that name their component. All other routes are files in `src/website/pages`. */
export function pageTypeRoutes(): AstroIntegration {
	return {
		name: 'page-type-routes',
		hooks: {
			'astro:config:setup'({ injectRoute }) {
				for (const { route, component } of PAGE_TYPES) {
					if (component) injectRoute({ pattern: route, entrypoint: new URL(`../${component}`, import.meta.url) });
				}
			},
		},
	};
}
