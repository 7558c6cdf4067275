import { oauthErrorMessage } from '../../accounts/oauth-errors.ts';
import { isProvider } from '../../accounts/provider.ts';
import type { Problems } from './account-page.ts';

export const START = '/account/auth/start/';

/** Returns the message for a failed sign-in with a provider. The page address contains the error code. */
export function oauthProblems({ searchParams }: URL): Problems {
	const provider = searchParams.get('provider') ?? '';
	const message = isProvider(provider) ? oauthErrorMessage(provider, searchParams.get('problem') ?? '') : undefined;
	return message === undefined ? {} : { '': message };
}
