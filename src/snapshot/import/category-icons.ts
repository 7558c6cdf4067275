import icons from './category-icons.json' with { type: 'json' };

/** Returns the initial values of a new category: its icon, if it is a common one. Other categories get the default icon. */
export function initialCategory(slug: string): { readonly icon?: string } {
	return Object.hasOwn(icons, slug) ? { icon: icons[slug as keyof typeof icons] } : {};
}
