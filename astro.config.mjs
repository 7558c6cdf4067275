import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import site from './data/site.json' with { type: 'json' };

export default defineConfig({
	site: process.env.SITE_URL ?? site.url,
	// Every page is made by the build; what must be rendered on request says `export const prerender = false`.
	output: 'static',
	adapter: node({ mode: 'middleware' }),
	devToolbar: { enabled: false },
	// The API answers every method under /v1 itself, with its documented errors.
	security: { checkOrigin: false },
	build: { inlineStylesheets: 'never' },
	// A strict Content-Security-Policy forbids inline scripts, styles and data: addresses.
	vite: { build: { assetsInlineLimit: 0 } },
});
