/** Helpers for account pages: find out who is signed in, read the submitted form, and report the result. */
import type { AstroGlobal } from 'astro';
import { z } from 'zod';
import type { Accounts } from '../../accounts/accounts.ts';
import type { RequestContext } from '../../accounts/context.ts';
import type { Failure, FailureCode, Ok, Result } from '../../accounts/result.ts';
import type { AccountSession } from '../../accounts/session.ts';
import { ACCOUNT, type Place, SIGN_IN } from '../addresses.ts';

/** The part of a page or endpoint that the helpers need. */
type Context = Pick<AstroGlobal, 'locals' | 'request' | 'url'>;
type PageContext = Context & Pick<AstroGlobal, 'response'>;

export interface AccountRequest {
	readonly accounts: Accounts;
	readonly request: RequestContext;
}

/** The accounts, and the request that a page acts for. */
export async function accountRequest({ locals }: Pick<Context, 'locals'>): Promise<AccountRequest> {
	return { accounts: await locals.accounts!(), request: locals.requestContext! };
}

/** The signed-in visitor, or a redirect to the sign-in page, which leads back here. */
export async function requireSession(context: PageContext): Promise<AccountSession | Response> {
	const { accounts, request } = await accountRequest(context);
	const session = await accounts.findSession(request);
	if (session === undefined) {
		const { pathname, search } = context.url;
		return seeOther(onTheWayTo(pathname + search, SIGN_IN));
	}
	setCookies(context, session.cookies);
	return session;
}

/** The page to open after signing in. It is always an account page, whatever the address says. */
export function wayBack(to: string | null): string {
	const origin = 'https://site.invalid';
	const url = URL.parse(to ?? '', origin);
	return url?.origin === origin && url.pathname.startsWith(ACCOUNT.address)
		? url.pathname + url.search
		: ACCOUNT.address;
}

/** The address of a page where one signs in, or makes an account, to come to another page of the account. */
export function onTheWayTo(next: string, { address }: Place): string {
	return next === ACCOUNT.address ? address : `${address}?${new URLSearchParams({ to: next })}`;
}

/** Sends the visitor on, so that loading the next page again does not send the form again. */
export function seeOther(address: string, cookies: readonly string[] = []): Response {
	const headers = new Headers({ Location: address });
	for (const cookie of cookies) headers.append('Set-Cookie', cookie);
	return new Response(null, { status: 303, headers });
}

/** A field of a form that every browser sends, filled in or not. */
export const Text = z.string({ error: 'This field is required.' });

/** A form that was sent: what its schema made of it, or what is wrong with each field. */
export type SentForm<T> =
	| { readonly ok: true; readonly values: T }
	| { readonly ok: false; readonly problems: Problems };

/** A sentence for each field that is not right; those of no field are under ''. */
export type Problems = { readonly [field: string]: string };

/**
 * The form that was sent to a page; undefined where it was only opened. A name that is sent several times is a list, so a
 * schema says which may be.
 */
export async function sentForm<T>(context: PageContext, schema: z.ZodType<T>): Promise<SentForm<T> | undefined> {
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

/** The result of a form. */
export interface FormResult<T, V> {
	/** The result of a successful action. */
	readonly done?: Ok<V>;
	/** The errors of the form. Empty if no form was sent. */
	readonly problems: Problems;
	/** The submitted values. */
	readonly values?: T;
}

/** Does what the form asks for that was sent to a page, if one was. */
export async function act<T, V>(
	context: PageContext,
	schema: z.ZodType<T>,
	work: (request: AccountRequest, values: T) => Promise<Result<V>>,
): Promise<FormResult<T, V>> {
	const form = await sentForm(context, schema);
	if (form === undefined) return { problems: {} };
	if (!form.ok) return form;
	const { values } = form;
	const outcome = await work(await accountRequest(context), values);
	return outcome.ok ? { done: outcome, problems: {}, values } : { problems: problemOf(context, outcome), values };
}

/** Which field a refusal is about, by the names that fields have on all pages. */
const FIELDS: { readonly [C in FailureCode]?: string } = {
	INVALID_EMAIL: 'email',
	EMAIL_TAKEN: 'email',
	SAME_EMAIL: 'email',
	WRONG_PASSWORD: 'password',
	SIGN_UP_PASSWORD: 'password',
	WRONG_CODE: 'code',
	WRONG_RECOVERY_CODE: 'recoveryCode',
	PASSWORD_TOO_SHORT: 'newPassword',
	PASSWORD_TOO_LONG: 'newPassword',
	PASSWORD_TOO_COMMON: 'newPassword',
};

/** Says in the head of a page that what was asked for was refused, and gives the problems to show, by their fields. */
export function problemOf(
	{ response }: PageContext,
	{ code, sentence, retryAfter, others = [] }: Failure,
	field = FIELDS[code] ?? '',
): Problems {
	response.status = retryAfter === undefined ? 422 : 429;
	if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter));
	const more = others.map((other) => [FIELDS[other.code] ?? '', other.sentence] as const);
	return { [field]: sentence, ...Object.fromEntries(more) };
}

/** Sets the cookies of an outcome, where the page is shown and not another. */
export function setCookies({ response }: PageContext, cookies: readonly string[]): void {
	for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
}

/** Leads to another site from a page that is shown: the Content-Security-Policy lets no form lead there. */
export function goOn(context: PageContext, { value, cookies }: Pick<Ok<string>, 'value' | 'cookies'>): void {
	setCookies(context, cookies);
	context.response.headers.set('Refresh', `0;url=${value}`);
}
