/** The favicon as images, for systems that do not take SVG. */

import { publicDir } from 'astro:config/server';
import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import type { APIRoute, GetStaticPaths } from 'astro';
import { type AppIcon, MANIFEST_ICONS, TOUCH_ICON } from '../../site/machine-readable/app-icons.ts';

export const getStaticPaths = (() =>
	[TOUCH_ICON, ...MANIFEST_ICONS].map((icon) => ({
		params: { name: icon.name },
		props: { icon },
	}))) satisfies GetStaticPaths;

export const GET: APIRoute<{ icon: AppIcon }> = ({ props: { icon } }) => {
	const favicon = readFileSync(new URL('favicon.svg', publicDir), 'utf8');
	// What is cut to another shape must fill its square.
	const svg = icon.maskable ? favicon.replace(/ rx="[^"]*"/, '') : favicon;
	const image = new Resvg(svg, { fitTo: { mode: 'width', value: icon.size } }).render().asPng();
	return new Response(new Uint8Array(image), { headers: { 'Content-Type': 'image/png' } });
};
