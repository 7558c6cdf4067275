/** Shows the proposals that wait for a decision, with their fields beside the values in the snapshot. */
import type Database from 'better-sqlite3';
import { labelOf } from '../../catalog/columns.ts';
import { COLUMNS } from '../../catalog/records.ts';
import { PROPOSAL_KINDS, type Proposal, type ProposalKind } from '../../state/proposals/proposal.ts';
import { number } from '../../website/format/numbers.ts';
import { compareFields, type ProposedField, RECORD_KINDS, tagOfOurs } from '../proposals/proposed-fields.ts';
import { unsettledNote } from '../proposals/waiting-proposals.ts';
import { CHANGES_PAGE, formAddress } from './addresses.ts';
import { valueIn } from './edit-table.ts';
import { type Html, html } from './html.ts';
import { timeOf } from './time-of.ts';

/** Reviews have a section of their own. */
export const LISTED_KINDS: readonly ProposalKind[] = PROPOSAL_KINDS.filter((kind) => kind !== 'review');

export function proposalItem(db: Database.Database, proposal: Proposal, takenIn: number | undefined): Html {
	const { id, version, kind, target, author, base, created_at, times } = proposal;
	const of = RECORD_KINDS[kind];
	const fields = compareFields(db, proposal);
	const isReport = kind === 'report';
	const { review } = proposal.fields;
	const aboutReview = isReport && typeof review === 'string' && review;
	const what = aboutReview
		? 'Report of a review of'
		: isReport
			? 'Report about'
			: base === null
				? `New ${kind}`
				: `Changes of the ${kind}`;
	const name = base === null && !isReport ? html`${target}` : html`<a href="${formAddress(of, target)}">${target}</a>`;
	return html`<article class="edit-item"><h3>${what} ${name}</h3>
<p class="quiet">From <bdi>${author}</bdi>, ${timeOf(created_at)}${times > 1 && `, sent ${number(times)} times`}${aboutReview && html`, about the review <a href="${formAddress('reviews', aboutReview)}">${aboutReview}</a>`}</p>
${takenIn !== undefined && html`<p class="problem">${unsettledNote(takenIn)}</p>`}
<form method="post" action="${CHANGES_PAGE}proposal"><input type="hidden" name="id" value="${id}"><input type="hidden" name="version" value="${version}"><input type="hidden" name="ours" value="${tagOfOurs(fields)}">
${isReport ? fields.map(reportedField) : fieldTable(of, fields, base === null)}
${
	// Nobody reads an answer to a report, because it has no account.
	!isReport &&
	html`<div class="field"><label for="reason-${id}">What to tell the sender <span class="quiet">(optional)</span></label><input id="reason-${id}" type="text" name="reason" maxlength="900"></div>`
}
<p class="buttons"><button class="button plain" type="submit" name="decision" value="accept">${isReport ? 'Done' : base === null ? 'Add the program' : 'Accept the chosen fields'}</button>
<button class="button plain" type="submit" name="decision" value="reject">Reject</button></p></form></article>`;
}

function reportedField({ field, proposed }: ProposedField): Html {
	return html`<input type="hidden" name="field" value="${field}">${field !== 'review' && html`<p class="lines" dir="auto">${field === 'source' && html`<span class="quiet">Where to check it:</span> `}${String(proposed)}</p>`}`;
}

/** Fields that have changed since the sender saw them are not chosen at first. All fields of a new record are needed. */
function fieldTable(kind: Parameters<typeof valueIn>[0], fields: readonly ProposedField[], isNew: boolean): Html {
	return html`<table class="rows stacked"><thead><tr><th scope="col">Field</th>${!isNew && html`<th scope="col">Now</th>`}<th scope="col">Proposed</th></tr></thead><tbody>
${fields.map(
	({ field, ours, proposed, isConflict }) => html`<tr><th scope="row">${
		isNew
			? html`<input type="hidden" name="field" value="${field}">${labelOf(COLUMNS[kind], field)}`
			: html`<label class="edit-choice"><input type="checkbox" name="field" value="${field}"${!isConflict && html` checked`}> ${labelOf(COLUMNS[kind], field)}</label>`
	}${isConflict && html`<p class="problem">Changed since the sender saw it</p>`}</th>
${!isNew && html`<td data-label="Now">${valueIn(kind, field, ours)}</td>`}<td data-label="Proposed">${valueIn(kind, field, proposed)}</td></tr>`,
)}</tbody></table>`;
}
