import { oauthErrorMessage } from '../../accounts/oauth-errors.ts';
import { isProvider } from '../../accounts/provider.ts';
import type { Problems } from './account-page.ts';

/** The page that redirects to a provider. */
export const START = '/account/auth/start/';

/** The message for a failed sign-in with a provider. The address of the page names the error. */
export function oauthProblems({ searchParams }: URL): Problems {
	const provider = searchParams.get('provider') ?? '';
	const message = isProvider(provider) ? oauthErrorMessage(provider, searchParams.get('problem') ?? '') : undefined;
	return message === undefined ? {} : { '': message };
}
