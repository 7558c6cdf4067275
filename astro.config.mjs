import { fileURLToPath } from 'node:url';
import { defineConfig } from 'astro/config';
import { clientPackage, directoryServer, pageTypeRoutes } from './src/website/rendering/integrations.ts';

export default defineConfig({
	// Builds and servers replace this address by the site's own.
	site: process.env.SITE_URL,
	srcDir: 'src/website',
	// Every page is rendered from data that the build or the server gives it.
	output: 'server',
	adapter: directoryServer(fileURLToPath(new URL('src/commands/astro-service.ts', import.meta.url))),
	integrations: [pageTypeRoutes()],
	devToolbar: { enabled: false },
	// Astro's check would refuse some requests under /v1 before the API can answer them with its documented errors.
	security: { checkOrigin: false },
	build: { inlineStylesheets: 'never' },
	// A strict Content-Security-Policy forbids inline scripts, styles and data: addresses.
	vite: { build: { assetsInlineLimit: 0 }, plugins: [clientPackage()] },
});
