/** The page “Pay to confirm”: programs whose words have a figure that is not stated, and what was understood of it. */
import { labelOf } from '../../catalog/columns.ts';
import { PROGRAM_COLUMNS } from '../../catalog/program.ts';
import { UserError } from '../../shared/user-error.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { changeSnapshot } from '../edits/edit-snapshot.ts';
import {
	acceptedReadings,
	confirmTerms,
	OPEN,
	quotedWords,
	seenTag,
	type UnsureProgram,
	understoodWords,
	unsurePrograms,
} from '../edits/unsure-programs.ts';
import { CHANGES_PAGE, formAddress, UNSURE_PAGE } from './addresses.ts';
import { type EditRequest, type EditResponse, textIn } from './edit-request.ts';
import type { Editor } from './editor.ts';
import { type Html, html, problemList } from './html.ts';

const MOST = 50;

/** `/_edit/unsure/` is the page, and accepts its forms. `?after=acme` continues after a program. */
export async function unsurePage(
	{ path, query, form }: EditRequest,
	editor: Editor,
): Promise<EditResponse | undefined> {
	if (path.length > 1) return undefined;
	const after = query.get('after') ?? '';
	if (form === undefined) return unsureView(editor, after);
	try {
		changeSnapshot('set', { snapshot: editor.snapshot, because: 'confirmed on “Pay to confirm”' }, (change) =>
			confirmTerms(change, textIn(form, 'program'), textIn(form, 'choose'), textIn(form, 'seen')),
		);
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return unsureView(editor, after, error.message.split('\n'));
	}
	await editor.update();
	return { redirect: addressAfter(after) };
}

function addressAfter(slug: string): string {
	return slug === '' ? UNSURE_PAGE : `${UNSURE_PAGE}?${new URLSearchParams({ after: slug })}`;
}

function unsureView({ snapshot }: Editor, after: string, problems: readonly string[] = []): EditResponse {
	const found = withSnapshot(snapshot, (db) =>
		unsurePrograms(db, after)
			.take(MOST + 1)
			.toArray(),
	);
	const shown = found.slice(0, MOST);
	const last = shown.at(-1)?.program.slug;
	const main = html`<header class="page-title"><h1>Pay to confirm</h1><p class="lead">${
		last !== undefined
			? 'The words of these programs are not clear, or say something else than their pages. Accept what was understood, enter it yourself, or leave it open: the page then quotes the words without a figure.'
			: after === ''
				? 'There is nothing to confirm.'
				: 'There is nothing more to confirm.'
	}</p></header>
${problems.length > 0 && problemList(problems)}
<p class="edit-links"><a href="${CHANGES_PAGE}">Changes</a>${after !== '' && html` <a href="${UNSURE_PAGE}">First programs</a>`}</p>
${shown.map((unsure) => unsureItem(unsure, after))}
${found.length > MOST && html`<p><a href="${addressAfter(last!)}">More programs</a></p>`}`;
	return { title: 'Pay to confirm', main, ...(problems.length > 0 && { status: 422 }) };
}

function unsureItem(unsure: UnsureProgram, after: string): Html {
	const { program, why } = unsure;
	const form = formAddress('programs', program.slug);
	const quotes = quotedWords(program).map(
		({ column, words }) => html`<div><dt>${labelOf(PROGRAM_COLUMNS, column)}</dt><dd dir="auto">${words}</dd></div>`,
	);
	const buttons = acceptedReadings(unsure).map(
		({ choice, words }) =>
			html`<button class="button plain" type="submit" name="choose" value="${choice}">Accept ${words}</button>`,
	);
	return html`<article class="edit-item"><h3><a href="${form}"><bdi>${program.name}</bdi></a></h3>
<p>${why}</p>
<dl class="edit-quotes">${quotes}
<div><dt>Understood</dt><dd dir="auto">${understoodWords(unsure)}</dd></div></dl>
<form class="buttons" method="post" action="${addressAfter(after)}"><input type="hidden" name="program" value="${program.slug}"><input type="hidden" name="seen" value="${seenTag(unsure)}">
${buttons}<a class="button plain" href="${form}#commission_rate">Enter it</a>
<button class="button plain" type="submit" name="choose" value="${OPEN}">Leave it open</button></form></article>`;
}
