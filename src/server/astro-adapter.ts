import type { AstroIntegration } from 'astro';

/**
 * Tells Astro to make, of the pages that are rendered on request, a module for our server: `astro-entry.ts`, bundled. (The
 * adapter for Node by Astro itself answers requests too: it reports faults in its own words, beside our log, and lets
 * rejections that nobody handles pass without a word.)
 */
export function directoryServer(): AstroIntegration {
	const name = 'directory-server';
	return {
		name,
		hooks: {
			'astro:config:done': ({ setAdapter }) =>
				setAdapter({
					name,
					entrypointResolution: 'auto',
					serverEntrypoint: new URL('astro-entry.ts', import.meta.url),
					adapterFeatures: { buildOutput: 'server' },
					supportedAstroFeatures: {
						staticOutput: 'stable',
						hybridOutput: 'stable',
						serverOutput: 'stable',
						sharpImageService: 'stable',
					},
				}),
		},
	};
}
