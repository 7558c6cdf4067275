import { daysFrom } from '../../state/keys/create.ts';
import { KEYS } from '../addresses.ts';
import { accountRequest, type PageContext, type Problems, problemOf, readForm, seeOther } from './account-page.ts';
import { expiryOf, expiryProblems, RotationForm, sameLife } from './key-form.ts';
import { activeKey } from './own-key.ts';

export async function rotateKeyPage(context: PageContext) {
	const own = await activeKey(context);
	if (own instanceof Response) return own;
	const { session, key, isFull } = own;
	const { accounts, request } = await accountRequest(context);
	const form = await readForm(context, RotationForm);
	const now = new Date();
	const first = { token: '', ...sameLife(key, now), old: isFull ? '0' : '7' } as const;
	const given = form?.ok ? form.values : first;
	const expires_at = expiryOf(given, now);
	let problems: Problems = form?.ok ? expiryProblems(given, now) : (form?.problems ?? {});
	const isWrong = Object.keys(problems).length > 0;
	if (isWrong) context.response.status = 422;
	const isSent = form?.ok && !isWrong && expires_at !== undefined;
	if (isSent && !(await accounts.useFormToken(request, given.token))) return seeOther(KEYS.address);
	const oldEnds = given.old === '0' ? null : daysFrom(now, Number(given.old));
	const result = isSent ? await accounts.rotateKey(request, { id: key.id, oldEnds, expires_at }) : undefined;
	if (result && !result.ok) problems = problemOf(context, result);
	const token = result?.ok ? undefined : await accounts.newFormToken(request);
	const keys = result?.ok ? await accounts.keys(request) : undefined;
	const old = keys?.ok ? keys.value.find(({ id }) => id === key.id) : undefined;
	return { session, key, isFull, given, problems, result, token, old };
}
