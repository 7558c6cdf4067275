import node, { getAdapter } from '@astrojs/node';
import type { AstroIntegration } from 'astro';

/**
 * Returns Astro's adapter for Node, but with our own entry module (`entry.ts`) for the pages that are rendered on
 * request. Our entry module maps each request to a response. Astro's entry module would write the response itself,
 * print errors outside our log, and ignore unhandled rejections.
 */
export function directoryServer(): AstroIntegration {
	const { name, hooks } = node({ mode: 'middleware' });
	const serverEntrypoint = new URL('entry.ts', import.meta.url);
	return {
		name,
		hooks: {
			...hooks,
			'astro:config:done': ({ setAdapter }) =>
				setAdapter({ ...getAdapter({ staticHeaders: false }), serverEntrypoint }),
		},
	};
}
