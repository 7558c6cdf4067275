import node, { getAdapter } from '@astrojs/node';
import type { AstroIntegration } from 'astro';

/**
 * Astro's adapter for Node with our own entry module, `entry.ts`, for the pages that are rendered on request. Our entry
 * is a function from a request to a response. Astro's entry writes the response itself, prints errors outside our log,
 * and ignores unhandled rejections.
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
