import { DEFAULT_LIFE } from '../../state/keys/create.ts';
import { READ_SCOPES } from '../../state/keys/scope.ts';
import { KEYS } from '../addresses.ts';
import {
	accountRequest,
	type PageContext,
	type Problems,
	problemOf,
	readForm,
	requireSession,
	seeOther,
} from './account-page.ts';
import { expiryOf, KeyForm, type KeyFormValues, keyProblems, scopesOf } from './key-form.ts';
import { isFull } from './own-key.ts';

const FIRST: KeyFormValues = { token: '', name: '', 'scopes[]': READ_SCOPES, expires: `${DEFAULT_LIFE}`, date: '' };

export async function newKeyPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { accounts, request } = await accountRequest(context);
	const form = await readForm(context, KeyForm);
	const given = form?.ok ? form.values : FIRST;
	const scopes = scopesOf(given['scopes[]']);
	const now = new Date();
	const expires_at = expiryOf(given, now);
	let problems: Problems = form?.ok ? keyProblems(given, now) : (form?.problems ?? {});
	const isWrong = Object.keys(problems).length > 0;
	if (isWrong) context.response.status = 422;
	const isSent = form?.ok && !isWrong && expires_at !== undefined;
	// If a form is sent twice, for example because the user reloads the page, only one key is created.
	if (isSent && !(await accounts.useFormToken(request, given.token))) return seeOther(KEYS.address);
	const result = isSent ? await accounts.createKey(request, { name: given.name, scopes, expires_at }) : undefined;
	if (result && !result.ok) problems = problemOf(context, result);
	const keys = await accounts.keys(request);
	const token = result?.ok ? undefined : await accounts.newFormToken(request);
	const hasMost = keys.ok && isFull(keys.value);
	return { session, given, problems, result, hasMost, token };
}
