import { isProvider } from '../accounts/provider.ts';
import { problemSentence } from '../accounts/provider-problem.ts';
import type { Problems } from './account-page.ts';

/** Where the way to a provider begins. */
export const START = '/account/auth/start/';

/** What went wrong on the way back from one, by the address of a page. */
export function providerProblems({ searchParams }: URL): Problems {
	const provider = searchParams.get('provider') ?? '';
	const sentence = isProvider(provider) ? problemSentence(provider, searchParams.get('problem') ?? '') : undefined;
	return sentence === undefined ? {} : { '': sentence };
}
