/** The pages of `npm run edit`: the form of a record, the changes, what is to be confirmed, and the import of files. */
import { sentence } from '../../server/error-responses.ts';
import type { SiteHandler } from '../../server/site.ts';
import type { SiteRequest } from '../../server/site-response.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { UserError } from '../../shared/user-error.ts';
import { EDIT } from './addresses.ts';
import { changesPage } from './change-forms.ts';
import { type EditRequest, type EditResponse, isOwnPage, readForm } from './edit-request.ts';
import type { Editor } from './editor.ts';
import { type Html, html, problemList } from './html.ts';
import { importPage } from './import-page.ts';
import { recordPage } from './record-page.ts';
import { unsurePage } from './unsure-page.ts';

type Handler = (request: EditRequest, editor: Editor) => Promise<EditResponse | undefined>;

/** The pages by the first part of their paths. All other paths belong to records. */
const PAGES: { readonly [name: string]: Handler } = { changes: changesPage, unsure: unsurePage, import: importPage };

const REFUSED = sentence(403, 'Pages of other sites cannot edit the directory.');

/**
 * Responds to a request under `/_edit/`. Returns undefined if there is no such page.
 *
 * @param request without the headers that lead to a compressed or empty response
 */
export async function editPage(
	request: SiteRequest,
	site: SiteHandler,
	editor: Editor,
): Promise<HttpResponse | undefined> {
	const { method, target } = request;
	if (!['GET', 'HEAD', 'POST'].includes(method)) {
		return sentence(405, 'This address only accepts GET, HEAD, POST.', ['Allow', 'GET, HEAD, POST']);
	}
	const isForm = method === 'POST';
	if (isForm && !isOwnPage(request)) return REFUSED;
	const form = isForm ? await readForm(request) : undefined;
	if (form === 415) return sentence(415, 'This address only accepts forms.');
	if (form === 413) return sentence(413, 'The form is too long. A file can have at most 32 MB.');
	if (form === 400) return sentence(400, 'The form is incomplete. Send it again.');
	const { pathname, searchParams: query } = new URL(`http://host${target}`);
	const path = pathname.slice(EDIT.length).split('/').filter(Boolean).map(decoded);
	const handler = Object.hasOwn(PAGES, path[0] ?? '') ? PAGES[path[0]!]! : recordPage;
	const response = await handler({ path, query, form }, editor).catch(explained);
	if (response === undefined) return undefined;
	if ('redirect' in response) {
		return sentence(303, `Next: ${response.redirect}`, ['Location', response.redirect]);
	}
	return inFrame(request, site, response);
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** Shows what the user can correct. */
function explained(error: unknown): EditResponse {
	if (!(error instanceof UserError)) throw error;
	return {
		status: 422,
		title: 'Nothing was changed',
		main: html`<header class="page-title"><h1>Nothing was changed</h1></header>${problemList(error.message.split('\n'))}`,
	};
}

/**
 * Puts a page into the frame of the site, which is that of the page for missing addresses. `addBar` corrects the headers that
 * are wrong for another page.
 */
async function inFrame(
	request: SiteRequest,
	site: SiteHandler,
	{ status = 200, title, main }: Extract<EditResponse, { main: Html }>,
): Promise<HttpResponse> {
	const frame = await site({ ...request, method: 'GET', target: '/404.html' }, () => {});
	const page = (frame.body as Buffer)
		.toString()
		.replace(/<title>.*?<\/title>/s, () => html`<title>${title}</title>`.text)
		.replace(/<meta (?:name="description"|property="og:(?:title|description|image[^"]*)")[^>]*>/g, '')
		.replace(/(<main[^>]*>).*<\/main>/s, (_, start) => `${start}${main.text}</main>`);
	return { status, headers: frame.headers, body: Buffer.from(page) };
}
