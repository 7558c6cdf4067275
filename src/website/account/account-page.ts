/** Helpers for account pages: read the submitted form, and report the result. */
import type { AstroGlobal } from 'astro';
import { z } from 'zod';
import type { Accounts } from '../../accounts/accounts.ts';
import type { RequestContext } from '../../accounts/context.ts';
import { oauthErrorMessage } from '../../accounts/oauth-errors.ts';
import { isProvider } from '../../accounts/provider.ts';
import type { Failure, FailureCode, Ok, Result } from '../../accounts/result.ts';
import {
	ACCOUNT,
	DISMISS,
	FORGOTTEN,
	LEAKED_KEY,
	type PageLink,
	SAVED_SYNC,
	SIGN_IN,
	SIGN_OUT,
	SIGN_UP,
	WRONG_FACT,
} from '../addresses.ts';

/** The part of Astro's page context that the helpers need. */
export type PageContext = Pick<AstroGlobal, 'locals' | 'params' | 'request' | 'response' | 'url'>;

interface AccountRequest {
	readonly accounts: Accounts;
	readonly request: RequestContext;
}

export async function accountRequest({ locals }: Pick<PageContext, 'locals'>): Promise<AccountRequest> {
	return { accounts: await locals.accounts!(), request: locals.requestContext! };
}

/** The starts of the addresses of private pages that visitors can open without a session. */
const WITHOUT_SESSION = [
	...[SIGN_IN, SIGN_UP, FORGOTTEN, SIGN_OUT, DISMISS, LEAKED_KEY, WRONG_FACT].map(({ address }) => address),
	...['auth/', 'reset-password/', 'verify-email/'].map((path) => ACCOUNT.address + path),
	SAVED_SYNC,
];

/** Whether only signed-in users can open a private page. */
export function needsSession({ pathname }: URL): boolean {
	return !WITHOUT_SESSION.some((start) => pathname.startsWith(start));
}

/** The longest address to return to that `returnTo` accepts, in characters. Emails contain it. */
const LONGEST_RETURN = 500;

/** Returns the address to return to after signing in. It is always an account page, whatever `to` says. */
export function returnTo(to: string | null): string {
	const origin = 'https://site.invalid';
	const url = to === null || to.length > LONGEST_RETURN ? null : URL.parse(to, origin);
	return url?.origin === origin && url.pathname.startsWith(ACCOUNT.address)
		? url.pathname + url.search
		: ACCOUNT.address;
}

/** Returns the address of the sign-in or sign-up page, with a parameter for the address to return to afterwards. */
export function withReturnTo({ address }: PageLink, next: string): string {
	return next === ACCOUNT.address ? address : `${address}?${new URLSearchParams({ to: next })}`;
}

/** Redirects with status 303, so that reloading the next page does not submit the form again. */
export function seeOther(address: string, cookies: readonly string[] = []): Response {
	const headers = new Headers({ Location: address });
	for (const cookie of cookies) headers.append('Set-Cookie', cookie);
	return new Response(null, { status: 303, headers });
}

/** Returns the address of a page that shows a message: one of those in `flash-message.ts`. */
export function withFlash({ address }: Pick<PageLink, 'address'>, name: string): string {
	return `${address}?done=${name}`;
}

/** A form field that browsers always send, even if it is empty. */
export const Text = z.string({ error: 'This field is required.' });

/** Checkboxes. Browsers send nothing if no box is checked, a string for one box, and a list for several. */
export const Choices = z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]);

/** A submitted form: its parsed values if all are valid, otherwise a message for each invalid field. */
type SubmittedForm<T> = { readonly ok: true; readonly values: T } | { readonly ok: false; readonly problems: Problems };

/** An error message for each invalid field. An error about the whole form has the field name ''. */
export type Problems = { readonly [field: string]: string };

/**
 * Reads the form submitted to a page. Returns undefined if no form was submitted. If a field is sent several times, its
 * values become a list, so the schema must say which fields can be lists.
 */
export async function readForm<T>(context: PageContext, schema: z.ZodType<T>): Promise<SubmittedForm<T> | undefined> {
	const { request, response } = context;
	if (request.method !== 'POST') return undefined;
	const fields = Map.groupBy(new URLSearchParams(await request.text()), ([name]) => name);
	const given = [...fields].map(([name, pairs]) => {
		const all = pairs.map(([, value]) => value);
		return [name, all.length === 1 ? all[0] : all];
	});
	const read = schema.safeParse(Object.fromEntries(given));
	if (read.success) return { ok: true, values: read.data };
	response.status = 422;
	const problems = read.error.issues.map(({ path, message }) => [path.join('.'), message]);
	return { ok: false, problems: Object.fromEntries(problems) };
}

/** Messages about values that a page has found wrong itself. */
interface Wrong {
	readonly ok: false;
	readonly problems: Problems;
}

interface FormResult<T, V> {
	readonly success?: Ok<V>;
	/** The errors of the form. Empty if no form was submitted or the action succeeded. */
	readonly problems: Problems;
	/** The submitted values, if all are valid. */
	readonly values?: T;
}

/**
 * If a form was submitted, reads it and performs its action.
 *
 * @param field the form field at which a failure is shown, if it is not that of `FIELDS`
 */
export async function handleForm<T, V>(
	context: PageContext,
	schema: z.ZodType<T>,
	work: (request: AccountRequest, values: T) => Promise<Result<V> | Wrong>,
	field?: string,
): Promise<FormResult<T, V>> {
	const form = await readForm(context, schema);
	if (form === undefined) return { problems: {} };
	if (!form.ok) return form;
	const { values } = form;
	const result = await work(await accountRequest(context), values);
	if (result.ok) return { success: result, problems: {}, values };
	if ('code' in result) return { problems: problemOf(context, result, field), values };
	context.response.status = 422;
	return { problems: result.problems, values };
}

/**
 * Does the same for a form that must take effect only once, even if it is sent twice, for example because the user
 * reloads the page. Returns the token for the form to send, or a redirect to `next` if the form was sent before.
 *
 * @param check reads what the action needs from the values
 */
export async function handleOnce<T extends { readonly token: string }, C, V>(
	context: PageContext,
	{ schema, check, next }: OnceForm<T, C>,
	work: (request: AccountRequest, checked: C, values: T) => Promise<Result<V>>,
): Promise<Response | (FormResult<T, V> & { readonly token: string })> {
	let isRepeated = false;
	const handled = await handleForm<T, V>(context, schema, async (made, values) => {
		const checked = check(values);
		if (!checked.ok) return checked;
		isRepeated = !(await made.accounts.useFormToken(made.request, values.token));
		return isRepeated ? { ok: false, problems: {} } : work(made, checked.value, values);
	});
	if (isRepeated) return seeOther(next);
	const { accounts, request } = await accountRequest(context);
	const token = handled.success ? undefined : await accounts.newFormToken(request);
	return { ...handled, token: token?.ok ? token.value : '' };
}

interface OnceForm<T, C> {
	readonly schema: z.ZodType<T>;
	readonly check: (values: T) => { readonly ok: true; readonly value: C } | Wrong;
	readonly next: string;
}

/** The form field at which the message of each failure is shown. Fields have the same names on all pages. */
const FIELDS: { readonly [C in FailureCode]?: string } = {
	INVALID_EMAIL: 'email',
	EMAIL_TAKEN: 'email',
	SAME_EMAIL: 'email',
	WRONG_PASSWORD: 'password',
	SIGN_UP_PASSWORD: 'password',
	WRONG_CODE: 'code',
	WRONG_RECOVERY_CODE: 'recoveryCode',
	NAME_RESERVED: 'author',
	NAME_TAKEN: 'author',
	REPORT_TEXT: 'message',
	REPORT_SOURCE: 'source',
	PASSWORD_TOO_SHORT: 'newPassword',
	PASSWORD_TOO_LONG: 'newPassword',
	PASSWORD_TOO_COMMON: 'newPassword',
};

/** Sets the response status for a failed request. Returns the messages to show, by field. */
export function problemOf(
	{ response }: PageContext,
	{ code, message, retryAfter, others = [] }: Failure,
	field: string = FIELDS[code] ?? '',
): Problems {
	response.status = retryAfter === undefined ? 422 : code === 'MAIL_BUSY' ? 503 : 429;
	if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter));
	const more = others.map((other) => [FIELDS[other.code] ?? '', other.message] as const);
	return { [field]: message, ...Object.fromEntries(more) };
}

/** Sets cookies in the response of a page that does not redirect. */
export function setCookies({ response }: PageContext, cookies: readonly string[]): void {
	for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
}

/**
 * Redirects to another site with a `Refresh` header. A normal redirect is not possible, because the
 * Content-Security-Policy does not allow forms to redirect to other sites.
 */
export function redirectByPage(context: PageContext, { value, cookies }: Pick<Ok<string>, 'value' | 'cookies'>): void {
	setCookies(context, cookies);
	context.response.headers.set('Refresh', `0;url=${value}`);
}

export const START = '/account/auth/start/';

/** Returns the message for a failed sign-in with a provider. The page address contains the error code. */
export function oauthProblems({ searchParams }: URL): Problems {
	const provider = searchParams.get('provider') ?? '';
	const message = isProvider(provider) ? oauthErrorMessage(provider, searchParams.get('problem') ?? '') : undefined;
	return message === undefined ? {} : { '': message };
}
