/** The icons of common categories. Other categories get the default icon. */
const ICONS: { readonly [slug: string]: string } = {
	ai: 'sparkles',
	analytics: 'chart-line',
	'business-operations': 'briefcase',
	communication: 'messages-square',
	'content-management': 'file-text',
	crm: 'contact',
	'customer-support': 'headset',
	design: 'palette',
	'developer-tools': 'code',
	'e-commerce': 'shopping-cart',
	'email-marketing': 'mail',
	finance: 'landmark',
	'hr-recruiting': 'user-plus',
	infrastructure: 'server',
	marketing: 'megaphone',
	productivity: 'list-checks',
	saas: 'cloud',
	sales: 'handshake',
	security: 'shield',
	'social-media': 'share-2',
};

/** Returns the initial values of a new category. */
export function initialCategory(slug: string): { readonly icon?: string } {
	return Object.hasOwn(ICONS, slug) ? { icon: ICONS[slug]! } : {};
}
