import type { AstroIntegration, ViteUserConfig } from 'astro';

/** The share of the time of a build that bundling takes, about, before the first page is rendered. */
const BUNDLING = 0.1;

/** Where an integration renders the pages, Astro leaves out the entry of its own renderer, which we still use. */
const entryOfAstro: NonNullable<ViteUserConfig['plugins']>[number] = {
	name: 'entry-of-astro',
	configEnvironment: (name) =>
		name === 'prerender' ? { build: { rolldownOptions: { input: 'astro/entrypoints/prerender' } } } : undefined,
};

/**
 * An Astro integration that reports how much of a build is done, whenever another 1% of the pages is.
 *
 * @param report is given a number from 0 to 1
 */
export function pagesProgress(report: (done: number) => void): AstroIntegration {
	return {
		name: 'pages-progress',
		hooks: {
			'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [entryOfAstro] } }),
			'astro:build:start': ({ setPrerenderer }) =>
				setPrerenderer((astro) => {
					let pages = 0;
					let rendered = 0;
					return {
						...astro,
						async getStaticPaths() {
							const paths = await astro.getStaticPaths();
							pages = paths.length;
							report(BUNDLING);
							return paths;
						},
						async render(request, options) {
							const response = await astro.render(request, options);
							if (++rendered % Math.ceil(pages / 100) === 0) report(BUNDLING + (1 - BUNDLING) * (rendered / pages));
							return response;
						},
					};
				}),
		},
	};
}
