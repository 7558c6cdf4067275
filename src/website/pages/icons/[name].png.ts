/** The favicon as PNG images, for systems that do not support SVG. */

import { Resvg } from '@resvg/resvg-js';
import type { APIRoute } from 'astro';
import { type IconView, MANIFEST_ICONS, TOUCH_ICON } from '../../machine-readable/app-icons.ts';

export const GET: APIRoute = ({ params, locals }) => {
	const icon = [TOUCH_ICON, ...MANIFEST_ICONS].find(({ name }) => name === params.name)!;
	const { favicon } = locals.view as IconView;
	// Systems crop maskable icons to other shapes, so maskable icons fill the whole square.
	const svg = icon.maskable ? favicon.replace(/ rx="[^"]*"/, '') : favicon;
	const image = new Resvg(svg, { fitTo: { mode: 'width', value: icon.size } }).render().asPng();
	return new Response(new Uint8Array(image), { headers: { 'Content-Type': 'image/png' } });
};
