/** Reads requests for the pages of `npm run edit`, and the forms in them. */
import { hash } from 'node:crypto';
import type { SiteRequest } from '../../server/site-response.ts';
import type { Html } from './html.ts';

/** A request for a page of `npm run edit`. */
export interface EditRequest {
	/** The parts of the path after `/_edit/`, decoded. */
	readonly path: readonly string[];
	readonly query: URLSearchParams;
	/** The fields of the form, or undefined if the request has none. */
	readonly form: FormData | undefined;
}

/** The main part of a page, or the address that the browser goes to next. */
export type EditResponse =
	| { readonly status?: number; readonly title: string; readonly main: Html }
	| { readonly redirect: string };

/** The maximum size of a form, in bytes. It can contain a file to import. */
export const LARGEST_FORM = 32 * 2 ** 20;

/**
 * Whether a request comes from a page of this server, or from no page. Older browsers do not say where a request comes
 * from, but all send the origin if it is another one.
 */
export function isOwnPage({ header }: Pick<SiteRequest, 'header'>): boolean {
	const origin = header('origin');
	return (
		['same-origin', 'none', undefined].includes(header('sec-fetch-site')) &&
		(origin === undefined || origin.replace(/^https?:\/\//, '') === header('host'))
	);
}

/** Reads the form of a request. Returns a status code if it is too large, incomplete, or no form. */
export async function readForm(request: SiteRequest): Promise<FormData | 400 | 413 | 415> {
	const type = request.header('content-type') ?? '';
	if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return 415;
	const body = await request.privateRequest().body(LARGEST_FORM);
	if (typeof body === 'number') return body;
	return new Response(body, { headers: { 'content-type': type } }).formData().catch(() => 400 as const);
}

/** Returns a text field of a form, with the line ends of the snapshot. Empty if it is missing. */
export function textIn(form: FormData, name: string): string {
	const value = form.get(name);
	return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : '';
}

/** A short hash of a field's text, to find out later whether the field has changed. */
export function tagOfText(text: string): string {
	return hash('sha256', text.trim()).slice(0, 16);
}
