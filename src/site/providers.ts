import type { Provider } from '../accounts/auth.ts';

/** What the ways to sign in besides a password are called. */
export const PROVIDER_NAMES: { readonly [P in Provider]: string } = { github: 'GitHub', google: 'Google' };

/** Where the way to one of them begins. */
export const START = '/account/auth/start/';
