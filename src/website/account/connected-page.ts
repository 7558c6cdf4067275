import { z } from 'zod';
import { CONNECTED_ACCOUNTS } from '../addresses.ts';
import {
	accountRequest,
	handleForm,
	type PageContext,
	redirectByPage,
	requireSession,
	seeOther,
	Text,
} from './account-page.ts';
import { withFlash } from './flash-message.ts';

/** Connects and disconnects the providers that users can sign in with instead of a password. */
export async function connectedPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { accounts, request } = await accountRequest(context);
	const Form = z.union([
		z.object({ connect: Text, password: Text.default('') }),
		z.object({ disconnect: Text, password: Text.default('') }),
	]);
	const { success, problems, values } = await handleForm<z.infer<typeof Form>, string | undefined>(
		context,
		Form,
		(_, form) =>
			'connect' in form
				? accounts.connectProvider(request, { provider: form.connect, password: form.password })
				: accounts.disconnectProvider(request, { provider: form.disconnect, password: form.password }),
	);
	const providerAddress = success?.value;
	if (success && providerAddress !== undefined)
		redirectByPage(context, { value: providerAddress, cookies: success.cookies });
	else if (values && 'disconnect' in values && success) {
		return seeOther(withFlash(CONNECTED_ACCOUNTS, `${values.disconnect}-disconnected`));
	}
	const connected = await accounts.connectedProviders(session);
	const all = [...new Set([...accounts.providers, ...connected])];
	return { session, problems, providerAddress, connected, all };
}
