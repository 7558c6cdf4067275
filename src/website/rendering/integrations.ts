import { hash } from 'node:crypto';
import node, { getAdapter } from '@astrojs/node';
import type { AstroIntegration } from 'astro';
import { packClient } from '../../client/package/pack-client.ts';
import { PAGE_TYPES } from './page-types.ts';

/**
 * Returns Astro's adapter for Node, but with our own entry module (`entry.ts`) for the pages that are rendered on
 * request. Our entry module maps each request to a response. Astro's entry module would write the response itself,
 * print errors outside our log, and ignore unhandled rejections.
 *
 * @param service the path of the module `virtual:service`, which opens the service for Astro's own server. Pages cannot
 *   import it, because it belongs to the commands, which use the pages
 */
export function directoryServer(service: string): AstroIntegration {
	const { name, hooks } = node({ mode: 'middleware' });
	const serverEntrypoint = new URL('entry.ts', import.meta.url);
	return {
		name,
		hooks: {
			...hooks,
			'astro:config:setup'(options) {
				hooks['astro:config:setup']?.(options);
				options.updateConfig({ vite: { resolve: { alias: { 'virtual:service': service } } } });
			},
			'astro:config:done': ({ setAdapter }) =>
				setAdapter({ ...getAdapter({ staticHeaders: false }), serverEntrypoint }),
		},
	};
}

const ID = 'virtual:client-package';

/** Lets pages import the client's npm package, which is made when the pages are compiled. */
export function clientPackage() {
	return {
		name: 'client-package',
		resolveId: (id: string) => (id === ID ? `\0${ID}` : undefined),
		async load(id: string) {
			if (id !== `\0${ID}`) return undefined;
			const tarball = await packClient();
			const integrity = `sha512-${hash('sha512', tarball, 'base64')}`;
			return `export const tarball = '${tarball.toString('base64')}', integrity = '${integrity}';`;
		},
	};
}

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
