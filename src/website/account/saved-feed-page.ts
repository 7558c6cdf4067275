import { z } from 'zod';
import { feedOfKey, SAVED_FEED, SIGN_IN } from '../addresses.ts';
import { accountRequest, handleForm, type PageContext, requireSession, seeOther } from './account-page.ts';
import { withFlash } from './flash-message.ts';

const Form = z.object({ action: z.enum(['open', 'close'], { error: 'Choose what to do.' }) });

/** Handles the page of the feed of an account's saved programs: makes its address, replaces it, or turns it off. */
export async function savedFeedPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { success, problems, values } = await handleForm<z.infer<typeof Form>, string | undefined>(
		context,
		Form,
		({ accounts, request }, { action }) =>
			action === 'open' ? accounts.openSavedFeed(request) : accounts.closeSavedFeed(request),
	);
	if (success && values?.action === 'close') return seeOther(withFlash(SAVED_FEED, 'saved-feed-off'));
	const { accounts, request } = await accountRequest(context);
	const feed = await accounts.savedFeed(request);
	if (!feed.ok) return seeOther(SIGN_IN.address);
	/** The new address of the feed. It is shown only once. */
	const made = success?.value ? feedOfKey(success.value) : undefined;
	return { session, problems, since: feed.value.since, made };
}
