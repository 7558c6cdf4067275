/** What every page of an account does: ask who visits, read the form that was sent, say how it went. */
import type { AstroGlobal } from 'astro';
import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import type { Visitor } from '../accounts/desk.ts';
import type { Done, Outcome, RefusalCode, Refused } from '../accounts/outcome.ts';
import type { SignedIn } from '../accounts/who.ts';
import { ACCOUNT, type Place, SIGN_IN } from './addresses.ts';

/** What the helpers need of a page or of an endpoint. */
type Context = Pick<AstroGlobal, 'locals' | 'request' | 'url'>;
type PageContext = Context & Pick<AstroGlobal, 'response'>;

export interface AccountVisit {
	readonly accounts: Accounts;
	readonly visitor: Visitor;
}

/** What a page may do with accounts, and for whom. */
export async function accountVisit({ locals }: Pick<Context, 'locals'>): Promise<AccountVisit> {
	return { accounts: await locals.accounts!(), visitor: locals.visitor! };
}

/** Who is signed in, or the answer that leads to where one does and back to this page afterwards. */
export async function signedIn(context: PageContext): Promise<SignedIn | Response> {
	const { accounts, visitor } = await accountVisit(context);
	const who = await accounts.whoIs(visitor);
	if (who === undefined) {
		const { pathname, search } = context.url;
		return seeOther(onTheWayTo(pathname + search, SIGN_IN));
	}
	setCookies(context, who.cookies);
	return who;
}

/** Where to go after signing in: a page of the account, whatever an address says. */
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
export const Text = z.string({ error: 'It is missing.' });

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

/** What came of a form. */
export interface Acted<T, V> {
	/** What it asked for was done. */
	readonly done?: Done<V>;
	/** What is wrong with it; empty where none was sent. */
	readonly problems: Problems;
	/** What was filled in. */
	readonly values?: T;
}

/** Does what the form asks for that was sent to a page, if one was. */
export async function act<T, V>(
	context: PageContext,
	schema: z.ZodType<T>,
	work: (visit: AccountVisit, values: T) => Promise<Outcome<V>>,
): Promise<Acted<T, V>> {
	const form = await sentForm(context, schema);
	if (form === undefined) return { problems: {} };
	if (!form.ok) return form;
	const { values } = form;
	const outcome = await work(await accountVisit(context), values);
	return outcome.ok ? { done: outcome, problems: {}, values } : { problems: problemOf(context, outcome), values };
}

/** Which field a refusal is about, by the names that fields have on all pages. */
const FIELDS: { readonly [C in RefusalCode]?: string } = {
	...{ INVALID_EMAIL: 'email', EMAIL_TAKEN: 'email', SAME_EMAIL: 'email' },
	...{ WRONG_PASSWORD: 'password', WRONG_CODE: 'code' },
	...{ PASSWORD_TOO_SHORT: 'newPassword', PASSWORD_TOO_LONG: 'newPassword', PASSWORD_TOO_COMMON: 'newPassword' },
};

/** Says in the head of a page that what was asked for was refused, and gives the problem to show. */
export function problemOf(
	{ response }: PageContext,
	{ code, sentence, retryAfter }: Refused,
	field = FIELDS[code] ?? '',
): Problems {
	response.status = retryAfter === undefined ? 422 : 429;
	if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter));
	return { [field]: sentence };
}

/** Sets the cookies of an outcome, where the page is shown and not another. */
export function setCookies({ response }: PageContext, cookies: readonly string[]): void {
	for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
}

/** Leads to another site from a page that is shown: the Content-Security-Policy lets no form lead there. */
export function goOn(context: PageContext, { value, cookies }: Pick<Done<string>, 'value' | 'cookies'>): void {
	setCookies(context, cookies);
	context.response.headers.set('Refresh', `0;url=${value}`);
}
