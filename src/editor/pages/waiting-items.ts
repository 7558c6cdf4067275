/** Shows what waits for a decision: reviews, conflicts between sources and users, proposals and claims. */

import type Database from 'better-sqlite3';
import { SINGULAR } from '../../catalog/change.ts';
import { labelOf } from '../../catalog/columns.ts';
import { COLUMNS, type RecordOf } from '../../catalog/records.ts';
import { excerpt } from '../../shared/text.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { redirectFinder } from '../../snapshot/redirects.ts';
import { withState } from '../../state/open-state.ts';
import { LONGEST_REASON, PROPOSAL_KINDS, type Proposal, type ProposalKind } from '../../state/proposals/proposal.ts';
import type { WrittenReview } from '../../state/proposals/review.ts';
import { number } from '../../website/format/numbers.ts';
import { factsInWords } from '../../website/review/reviews.ts';
import type { OpenConflict } from '../edits/accept-conflicts.ts';
import { wishOf } from '../edits/moderate-reviews.ts';
import { compareFields, type ProposedField, RECORD_KINDS, tagOfOurs } from '../proposals/proposed-fields.ts';
import { type ReviewConflict, tagOfConflicts } from '../proposals/take-review.ts';
import { unsettledNote, versionName } from '../proposals/waiting-proposals.ts';
import { CHANGES_PAGE, formAddress } from './addresses.ts';
import { tagOfText } from './edit-request.ts';
import { valueIn } from './edit-table.ts';
import type { Editor } from './editor.ts';
import { type Html, html, timeOf } from './html.ts';

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
<button class="button plain" type="submit" name="status" value="published">Approve</button>
<button class="button plain" type="submit" name="status" value="rejected">Reject</button>
<a class="button plain" href="${formAddress('reviews', id)}">Edit</a></form></article>`;
}

/**
 * Puts new reviews with the same words together, so that an editor decides about them at once.
 *
 * @returns groups of at least one proposal
 */
export function equalReviews(sent: readonly Proposal[]): (readonly [Proposal, ...Proposal[]])[] {
	const groups = Map.groupBy(sent, ({ id, base, fields: { title, body } }) =>
		base === null && title !== undefined ? JSON.stringify([title, body]) : id,
	);
	return [...groups.values()].map((group) => group as [Proposal, ...Proposal[]]);
}

/** A review that an account has sent, with the others that have the same words, or what its author wants to become of it. */
export function sentReviewItem(
	[proposal, ...equal]: readonly [Proposal, ...Proposal[]],
	conflicts: readonly ReviewConflict[],
	takenIn: number | undefined,
): Html {
	const { id, version, target, author, created_at, fields, base } = proposal;
	const { rating, title, body, months_in_program, paid_on_time, approval_days } = fields as Partial<WrittenReview>;
	const facts = factsInWords({
		months_in_program: months_in_program ?? null,
		paid_on_time: paid_on_time ?? null,
		approval_days: approval_days ?? null,
	});
	const isText = title !== undefined && body !== undefined;
	const others = new Intl.ListFormat('en').format(equal.map((one) => `${one.author} (${one.target})`));
	return html`<article class="edit-item"><h3><bdi>${isText ? title : wishOf(proposal)}</bdi></h3>
<p class="quiet">${isText && html`${rating} of 5 `}for <a href="${formAddress('programs', target)}">${target}</a> by <bdi>${author}</bdi>, ${timeOf(created_at)}${base !== null && html`, a new version of <a href="${formAddress('reviews', String(fields.id))}">a published review</a>`}</p>
${takenIn !== undefined && html`<p class="problem">${unsettledNote(takenIn)}</p>`}
${equal.length > 0 && html`<p>Sent with the same words by <bdi>${others}</bdi> too. You decide about all ${number(equal.length + 1)} together.</p>`}
${isText && html`<p class="lines" dir="auto">${body}</p>`}
${facts.length > 0 && html`<p class="quiet">The author was ${facts.join(', ')}.</p>`}
${
	conflicts.length > 0 &&
	html`<p>The review was changed here since its author saw it:</p>${conflicts.map(
		({ field, ours, theirs }) =>
			html`<dl class="edit-both"><div><dt>${field} here</dt><dd dir="auto">${excerpt(cellOf(ours), LONGEST_TEXT)}</dd></div><div><dt>${field} in the new version</dt><dd dir="auto">${excerpt(cellOf(theirs), LONGEST_TEXT)}</dd></div></dl>`,
	)}`
}
<form class="edit-decide" method="post" action="${CHANGES_PAGE}sent-review"><input type="hidden" name="id" value="${id}"><input type="hidden" name="version" value="${version}"><input type="hidden" name="seen" value="${tagOfConflicts(conflicts)}"><input type="hidden" name="equal" value="${equal.map(versionName).join(',')}">
<div class="field"><label for="reason-${id}">Reason, for the author</label><input id="reason-${id}" type="text" name="reason" maxlength="${LONGEST_REASON}" autocomplete="off" dir="auto"></div>
<p class="buttons"><button class="button plain" type="submit" name="decide" value="${conflicts.length > 0 ? 'overwrite' : 'approve'}">${conflicts.length > 0 ? 'Approve and overwrite' : 'Approve'}</button>
<button class="button plain" type="submit" name="decide" value="reject">Reject</button></p></form></article>`;
}

export function conflictItem({ kind, key, field, source, theirs, ours }: OpenConflict): Html {
	return html`<article class="edit-item"><h3>${labelOf(COLUMNS[kind], field)} of the ${SINGULAR[kind]} <a href="${formAddress(kind, key)}">${key}</a></h3>
<dl class="edit-both"><div><dt>Yours</dt><dd>${valueIn(kind, field, ours)}</dd></div><div><dt>${source}</dt><dd>${valueIn(kind, field, JSON.parse(theirs))}</dd></div></dl>
<form class="buttons" method="post" action="${CHANGES_PAGE}conflict">
${Object.entries({ kind, key, field, source, ours: tagOfText(cellOf(ours)), theirs: tagOfText(theirs) }).map(
	([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
)}
<button class="button plain" type="submit" name="choose" value="theirs">Take the value of ${source}</button>
<button class="button plain" type="submit" name="choose" value="ours">Keep yours</button></form></article>`;
}

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

/**
 * Returns the claims that were proved although another account speaks for the organization, and those of organizations
 * that were merged into one that has claims of its own.
 */
export async function waitingClaims({ state, snapshot }: Pick<Editor, 'state' | 'snapshot'>): Promise<Html[]> {
	const claims = (await withState(state, (opened) => opened.claims.all())).filter(
		({ status }) => status === 'contested' || status === 'verified',
	);
	const claimed = new Set(claims.map(({ organization }) => organization));
	return withSnapshot(snapshot, (db) => {
		const find = redirectFinder(db);
		return claims.flatMap(({ organization, email, status }) => {
			const merged = find('organizations', organization);
			const now = typeof merged === 'string' && claimed.has(merged) ? merged : undefined;
			if (now === undefined && status !== 'contested') return [];
			return [claimItem({ organization, email, now })];
		});
	});
}

interface WaitingClaim {
	readonly organization: string;
	/** The email address of the account. */
	readonly email: string;
	/** The organization that it was merged into. Undefined if it was not merged. */
	readonly now: string | undefined;
}

function claimItem({ organization, email, now }: WaitingClaim): Html {
	const why =
		now === undefined
			? 'This account has proved its claim, but another account speaks for the organization already.'
			: `This organization was merged into ${now}, for which another claim exists.`;
	return html`<article class="edit-item"><h3>${organization}, claimed by <bdi>${email}</bdi></h3>
<p>${why}</p>
<p>To let the account speak for ${now ?? 'it'}: <code>npm run claims -- grant ${email} ${now ?? organization}</code></p>
<p>To end the claim: <code>npm run claims -- withdraw ${email} ${organization}</code></p></article>`;
}
