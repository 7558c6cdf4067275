import { WEBHOOKS } from '../../addresses.ts';
import {
	accountRequest,
	type PageContext,
	type Problems,
	problemOf,
	readForm,
	requireSession,
	seeOther,
} from '../account-page.ts';
import { NEW_WEBHOOK_VALUES, settingsOf, WebhookForm } from './webhook-form.ts';

export async function newWebhookPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { accounts, request } = await accountRequest(context);
	const form = await readForm(context, WebhookForm);
	const given = form?.ok ? form.values : NEW_WEBHOOK_VALUES;
	const read = form?.ok ? settingsOf(given) : undefined;
	let problems: Problems = form?.ok === false ? form.problems : read?.ok === false ? read.problems : {};
	if (read?.ok === false) context.response.status = 422;
	// If a form is sent twice, for example because the user reloads the page, only one webhook is added.
	if (read?.ok && !(await accounts.useFormToken(request, given.token))) return seeOther(WEBHOOKS.address);
	const result = read?.ok ? await accounts.addWebhook(request, read.settings) : undefined;
	if (result && !result.ok) problems = problemOf(context, result);
	const token = result?.ok ? undefined : await accounts.newFormToken(request);
	return { session, given, problems, result, token };
}
