import type { twoFactor } from 'better-auth/plugins/two-factor';

/**
 * Makes better-auth's two-factor plugin ask for a code after an OAuth sign-in too. By default, the plugin asks only
 * after a sign-in with a password.
 */
export function twoFactorAfterOAuth<P extends ReturnType<typeof twoFactor>>(plugin: P): P {
	const after = plugin.hooks.after.map(({ matcher, handler }) => ({
		handler,
		matcher: (context: Parameters<typeof matcher>[0]) => context.path === '/callback/:id' || matcher(context),
	}));
	return { ...plugin, hooks: { ...plugin.hooks, after } };
}
