import type { twoFactor } from 'better-auth/plugins/two-factor';

/**
 * Makes better-auth's plugin for two-factor ask for a code also of whoever comes back from a provider. By itself it does
 * so after a password alone, and our settings promise a code at every sign-in.
 */
export function codesAfterProviders<P extends ReturnType<typeof twoFactor>>(plugin: P): P {
	const after = plugin.hooks.after.map(({ matcher, handler }) => ({
		handler,
		matcher: (context: Parameters<typeof matcher>[0]) => context.path === '/callback/:id' || matcher(context),
	}));
	return { ...plugin, hooks: { ...plugin.hooks, after } };
}
