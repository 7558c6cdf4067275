/** Shows what waits for a decision: reviews, and conflicts between sources and users. */

import { labelOf } from '../../catalog/columns.ts';
import type { RecordOf } from '../../catalog/records.ts';
import { COLUMNS } from '../../catalog/records.ts';
import { excerpt } from '../../shared/excerpt.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import type { OpenConflict } from '../editing/accept-conflicts.ts';
import { singular } from '../editing/change-report.ts';
import { CHANGES_PAGE, formAddress } from './addresses.ts';
import { tagOfText } from './edit-request.ts';
import { valueIn } from './edit-table.ts';
import { type Html, html } from './html.ts';
import { timeOf } from './time-of.ts';

/** The maximum length of the text of a review. The form of the review shows all of it. */
const LONGEST_TEXT = 1000;

export function reviewItem({
	id,
	program,
	rating,
	title,
	body,
	author_display_name,
	created_at,
}: RecordOf<'reviews'>): Html {
	return html`<article class="edit-item"><h3><bdi>${title === '' ? 'Without a title' : title}</bdi></h3>
<p class="quiet">${rating} of 5 for <a href="${formAddress('programs', program)}">${program}</a> by <bdi>${author_display_name}</bdi>, ${timeOf(created_at)}</p>
<p class="lines" dir="auto">${excerpt(body, LONGEST_TEXT)}</p>
<form class="buttons" method="post" action="${CHANGES_PAGE}review"><input type="hidden" name="id" value="${id}">
<button class="button plain" name="status" value="published">Approve</button>
<button class="button plain" name="status" value="rejected">Reject</button>
<a class="button plain" href="${formAddress('reviews', id)}">Edit</a></form></article>`;
}

export function conflictItem({ kind, key, field, source, theirs, ours }: OpenConflict): Html {
	return html`<article class="edit-item"><h3>${labelOf(COLUMNS[kind], field)} of the ${singular(kind)} <a href="${formAddress(kind, key)}">${key}</a></h3>
<dl class="edit-both"><div><dt>Yours</dt><dd>${valueIn(kind, field, ours)}</dd></div><div><dt>${source}</dt><dd>${valueIn(kind, field, JSON.parse(theirs))}</dd></div></dl>
<form class="buttons" method="post" action="${CHANGES_PAGE}conflict">
${Object.entries({ kind, key, field, source, ours: tagOfText(cellOf(ours)), theirs: tagOfText(theirs) }).map(
	([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
)}
<button class="button plain" name="choose" value="theirs">Take the value of ${source}</button>
<button class="button plain" name="choose" value="ours">Keep yours</button></form></article>`;
}
