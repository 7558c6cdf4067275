import node, { getAdapter } from '@astrojs/node';
import type { AstroIntegration } from 'astro';

/**
 * Astro's adapter for Node, but for the module that it makes of the pages rendered on request: ours, `astro-entry.ts`, is
 * a function from a request to an answer. Theirs writes to the response itself, says what goes wrong in its own words
 * beside our log, and lets rejections that nobody handles pass without a word.
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
