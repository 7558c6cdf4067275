import node, { getAdapter } from '@astrojs/node';
import type { AstroIntegration } from 'astro';

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
