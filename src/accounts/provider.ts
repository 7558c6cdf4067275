/** The providers that users can sign in with instead of a password. */
export const PROVIDERS = ['github', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: { readonly [P in Provider]: string } = { github: 'GitHub', google: 'Google' };

export function isProvider(name: string): name is Provider {
	return (PROVIDERS as readonly string[]).includes(name);
}
