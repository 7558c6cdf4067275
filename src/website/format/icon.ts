import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };

const icons: { readonly [name: string]: { readonly body: string } } = lucide.icons;
const aliases: { readonly [name: string]: { readonly parent: string } } = lucide.aliases;

/**
 * Returns the SVG content of a Lucide icon, 24 units square. If Lucide has no icon with this name, uses the `tag` icon.
 */
export function iconBody(name: string): string {
	const icon = Object.hasOwn(aliases, name) ? (aliases[name]?.parent ?? name) : name;
	return Object.hasOwn(icons, icon) ? (icons[icon]?.body ?? '') : iconBody('tag');
}
