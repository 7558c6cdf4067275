import type { APIRoute } from 'astro';
import config from '../../../data/site.json' with { type: 'json' };
import { THEME_COLORS } from '../../shared/theme-colors.ts';
import { HOME } from '../addresses.ts';
import { iconAddress, MANIFEST_ICONS } from '../machine-readable/app-icons.ts';

export const GET: APIRoute = () => {
	const manifest = {
		name: config.name,
		description: config.description,
		start_url: HOME.address,
		display: 'minimal-ui',
		background_color: THEME_COLORS.surface,
		theme_color: THEME_COLORS.ink,
		icons: MANIFEST_ICONS.map((icon) => ({
			src: iconAddress(icon),
			sizes: `${icon.size}x${icon.size}`,
			type: 'image/png',
			purpose: icon.maskable ? 'maskable' : 'any',
		})),
	};
	return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } });
};
