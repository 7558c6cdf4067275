import type { APIRoute } from 'astro';
import { site } from '../../shared/site/site.ts';
import { themeColors } from '../../shared/theme-colors.ts';
import { HOME } from '../addresses.ts';
import { iconAddress, MANIFEST_ICONS } from '../machine-readable/app-icons.ts';

export const GET: APIRoute = () => {
	const { name, description } = site();
	const { surface, ink } = themeColors();
	const manifest = {
		name,
		description,
		start_url: HOME.address,
		display: 'minimal-ui',
		background_color: surface,
		theme_color: ink,
		icons: MANIFEST_ICONS.map((icon) => ({
			src: iconAddress(icon),
			sizes: `${icon.size}x${icon.size}`,
			type: 'image/png',
			purpose: icon.maskable ? 'maskable' : 'any',
		})),
	};
	return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } });
};
