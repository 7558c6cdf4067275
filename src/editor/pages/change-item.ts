/** Shows a logged change, with a button to undo it. */

import { namedEdits, titleOf } from '../../commands/change-report.ts';
import type { ChangeWithEdits } from '../../snapshot/changes/read-changes.ts';
import { CHANGES_PAGE } from './addresses.ts';
import { editTable, isOdd } from './edit-table.ts';
import { type Html, html } from './html.ts';
import { timeOf } from './time-of.ts';

/** @param undoneBy the number of the change that has undone it, if there is one */
export function changeItem(change: ChangeWithEdits, undoneBy: number | undefined): Html {
	const { id, at, edits } = change;
	return html`<article class="edit-item"><h3>${namedEdits(edits)}</h3>
<p class="quiet">Change ${id}, ${timeOf(at)}: ${titleOf(change)}.</p>
${editTable(edits)}
${
	undoneBy === undefined
		? html`<form method="post" action="${CHANGES_PAGE}undo"><button class="button plain" type="submit" name="change" value="${id}">Undo change ${id}</button></form>`
		: html`<p class="quiet">Undone by change ${undoneBy}.</p>`
}
</article>`;
}

/** Whether a person should look at a change first. */
export function isOddChange({ edits }: ChangeWithEdits): boolean {
	return edits.some(isOdd);
}
