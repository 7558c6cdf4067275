/** The page “Pay to confirm”: programs whose words have a figure that is not stated, and what was understood of it. */
import { labelOf } from '../../catalog/columns.ts';
import { PROGRAM_COLUMNS } from '../../catalog/program.ts';
import { UserError } from '../../shared/user-error.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { isForeign } from '../../snapshot/terms/fill-terms.ts';
import { number } from '../../website/format/numbers.ts';
import { changeSnapshot } from '../edits/edit-snapshot.ts';
import {
	confirmTerms,
	OPEN,
	offerInWords,
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

/** `/_edit/unsure/` is the page, and accepts its forms. */
export async function unsurePage({ path, form }: EditRequest, editor: Editor): Promise<EditResponse | undefined> {
	if (path.length > 1) return undefined;
	if (form === undefined) return unsureView(editor);
	try {
		changeSnapshot('set', { snapshot: editor.snapshot, because: 'confirmed on “Pay to confirm”' }, (change) =>
			confirmTerms(change, textIn(form, 'program'), textIn(form, 'choose'), textIn(form, 'seen')),
		);
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return unsureView(editor, error.message.split('\n'));
	}
	await editor.update();
	return { redirect: UNSURE_PAGE };
}

function unsureView({ snapshot }: Editor, problems: readonly string[] = []): EditResponse {
	const found = withSnapshot(snapshot, (db) => unsurePrograms(db));
	const more = found.length - MOST;
	const main = html`<header class="page-title"><h1>Pay to confirm</h1><p class="lead">${
		found.length === 0
			? 'There is nothing to confirm.'
			: 'The words of these programs have a figure that their pages do not state. Accept what was understood, enter it yourself, or leave it open: the page then quotes the words without a figure.'
	}</p></header>
${problems.length > 0 && problemList(problems)}
<p class="edit-links"><a href="${CHANGES_PAGE}">Changes</a></p>
${found.slice(0, MOST).map(unsureItem)}
${more > 0 && html`<p class="quiet">… and ${number(more)} more.</p>`}`;
	return { title: 'Pay to confirm', main, ...(problems.length > 0 && { status: 422 }) };
}

function unsureItem(unsure: UnsureProgram): Html {
	const { program, why, readings } = unsure;
	const form = formAddress('programs', program.slug);
	const quotes = quotedWords(program).map(
		({ column, words }) => html`<div><dt>${labelOf(PROGRAM_COLUMNS, column)}</dt><dd dir="auto">${words}</dd></div>`,
	);
	const buttons = readings.map(
		(reading, index) =>
			!isForeign(program, reading) &&
			html`<button class="button plain" type="submit" name="choose" value="${index}">Accept ${offerInWords(reading.offer, program.currency)}</button>`,
	);
	return html`<article class="edit-item"><h3><a href="${form}"><bdi>${program.name}</bdi></a></h3>
<p>${why}</p>
<dl class="edit-quotes">${quotes}
<div><dt>Understood</dt><dd dir="auto">${understoodWords(unsure)}</dd></div></dl>
<form class="buttons" method="post" action="${UNSURE_PAGE}"><input type="hidden" name="program" value="${program.slug}"><input type="hidden" name="seen" value="${seenTag(unsure)}">
${buttons}<a class="button plain" href="${form}#commission_rate">Enter it</a>
<button class="button plain" type="submit" name="choose" value="${OPEN}">Leave it open</button></form></article>`;
}
