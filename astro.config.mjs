import { defineConfig } from 'astro/config';
import site from './data/site.json' with { type: 'json' };
import { directoryServer } from './src/astro/adapter.ts';

export default defineConfig({
	site: process.env.SITE_URL || site.url,
	// Every page is rendered from data that it is given: by the build, or on request.
	output: 'server',
	adapter: directoryServer(),
	devToolbar: { enabled: false },
	// The API answers every method under /v1 itself, with its documented errors.
	security: { checkOrigin: false },
	build: { inlineStylesheets: 'never' },
	// A strict Content-Security-Policy forbids inline scripts, styles and data: addresses.
	vite: { build: { assetsInlineLimit: 0 } },
});
