/** The page “Changes”: what is not online yet, what waits for a decision, and past publications. */
import type Database from 'better-sqlite3';
import type { RecordOf } from '../../catalog/records.ts';
import { countedEdits, namedEdits, titleOf } from '../../commands/change-report.ts';
import { UserError } from '../../shared/user-error.ts';
import type { ChangeWithEdits } from '../../snapshot/changes/read-changes.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import type { Proposal, ProposalKind } from '../../state/proposals/proposal.ts';
import { number } from '../../website/format/numbers.ts';
import { openConflicts } from '../edits/accept-conflicts.ts';
import { matchingRecords } from '../edits/edit-records.ts';
import { type ReviewConflict, reviewConflicts } from '../proposals/take-review.ts';
import { takenInBy, withProposals } from '../proposals/waiting-proposals.ts';
import { CHANGES_PAGE, IMPORT_PAGE, UNSURE_PAGE } from './addresses.ts';
import type { EditResponse } from './edit-request.ts';
import { editTable, isOdd } from './edit-table.ts';
import type { Editor } from './editor.ts';
import { type Html, html, problemList, timeOf } from './html.ts';
import { type Pending, pendingChanges } from './pending.ts';
import { heldRelease, listPublications } from './publications.ts';
import { publicationsSection, publishSection } from './publish-sections.ts';
import {
	conflictItem,
	equalReviews,
	LISTED_KINDS,
	proposalItem,
	reviewItem,
	sentReviewItem,
	waitingClaims,
} from './waiting-items.ts';

/** What to say above the page after a form. */
export interface FormMessage {
	readonly lines: readonly string[];
	readonly status: number;
}

/** The maximum number of proposals, of reviews and of conflicts to show. */
const MOST = 100;
/** The maximum number of sent reviews in which equal ones are found. */
const MOST_READ = 1000;

export async function changesView(editor: Editor, message?: FormMessage): Promise<EditResponse> {
	const pending = pendingChanges(editor);
	const { reviews, conflicts } = withSnapshot(editor.snapshot, (db) => ({
		reviews: [...matchingRecords(db, 'reviews', { status: 'pending' })] as RecordOf<'reviews'>[],
		conflicts: openConflicts(db, {}),
	}));
	const { sent, proposed, counts, problem } = await waitingAt(editor);
	const groups = equalReviews(sent).slice(0, MOST);
	const { sentItems, proposedItems } = withSnapshot(editor.snapshot, (db) => {
		const takenIn = takenInBy(db);
		return {
			sentItems: groups.map((group) => sentReviewItem(group, knownConflicts(db, group[0]), takenIn(group[0]))),
			proposedItems: proposed.map((proposal) => proposalItem(db, proposal, takenIn(proposal))),
		};
	});
	const shownReviews = [...sentItems, ...reviews.slice(0, MOST - sentItems.length).map(reviewItem)];
	const waitingOf = (...kinds: readonly ProposalKind[]) =>
		counts.reduce((sum, { kind, waiting }) => sum + (kinds.includes(kind) ? waiting : 0), 0);
	const shown = shownReviews.length - groups.length + groups.flat().length;
	const publications = await listPublications(editor.out);
	const claims = await waitingClaims(editor);
	const main = html`<header class="page-title"><h1>Changes</h1><p class="lead">${summaryOf(pending)}</p></header>
${message !== undefined && problemList(message.lines)}
${problem !== undefined && problemList([problem])}
<p class="edit-links"><a href="${IMPORT_PAGE}">Import a file</a> <a href="${UNSURE_PAGE}">Pay to confirm</a></p>
${section('Proposals to decide', proposedItems, waitingOf(...LISTED_KINDS) - proposed.length)}
${section('Reviews to decide', shownReviews, waitingOf('review') + reviews.length - shown)}
${section('Claims to decide', claims.slice(0, MOST), claims.length - MOST)}
${section('Conflicts with sources', conflicts.slice(0, MOST).map(conflictItem), conflicts.length - MOST)}
${changesSection(pending)}
${publishSection(pending, heldRelease(editor.out))}
${publications.length > 0 && publicationsSection(publications)}`;
	return { title: 'Changes', main, ...(message !== undefined && { status: message.status }) };
}

/** Reads what waits. If the directory that has it cannot be reached, returns nothing and why. */
async function waitingAt(editor: Editor): Promise<Waiting> {
	const read = withProposals(editor, async (proposals) => ({
		sent: await proposals.waiting({ most: MOST_READ }, ['review']),
		proposed: await proposals.waiting({ most: MOST }, LISTED_KINDS),
		counts: await proposals.countWaiting(),
	}));
	return read.catch((error) => {
		if (error instanceof UserError) return { sent: [], proposed: [], counts: [], problem: error.message };
		throw error;
	});
}

interface Waiting {
	readonly sent: readonly Proposal[];
	readonly proposed: readonly Proposal[];
	readonly counts: readonly { readonly kind: ProposalKind; readonly waiting: number }[];
	readonly problem?: string;
}

/** Returns no conflicts for a proposal that breaks rules. Approving it says which. */
function knownConflicts(db: Database.Database, proposal: Proposal): ReviewConflict[] {
	try {
		return reviewConflicts(db, proposal);
	} catch (error) {
		if (error instanceof UserError) return [];
		throw error;
	}
}

function summaryOf({ differences, isOnline }: Pending): string {
	if (!isOnline) return 'Nothing is published yet.';
	if (differences === undefined) return 'The release online has no copy of its snapshot, so it cannot be compared.';
	if (differences.length === 0) return 'Everything is online.';
	return `Not online yet: ${countedEdits(differences)}.`;
}

function section(title: string, items: readonly Html[], more: number): Html | undefined {
	if (items.length === 0) return undefined;
	return html`<section><h2>${title}</h2>${items}${more > 0 && html`<p class="quiet">… and ${number(more)} more.</p>`}</section>`;
}

function changesSection({ changes, moreChanges, differences = [] }: Pending): Html {
	const logged = new Set(changes.flatMap(({ edits }) => edits.map(({ kind, key }) => `${kind} ${key}`)));
	// If there are more changes than this page shows, all differences are listed, because the log cannot explain them all.
	const others = differences.filter(({ kind, key }) => moreChanges > 0 || !logged.has(`${kind} ${key}`));
	const undone = new Map(changes.flatMap(({ id, undoes }) => (undoes === null ? [] : [[undoes, id]])));
	const [odd, usual] = [changes.filter(isOddChange), changes.filter((change) => !isOddChange(change))];
	const items = [...odd, ...usual].map((change) => changeItem(change, undone.get(change.id)));
	return html`${section('Not online yet', items, moreChanges)}
${
	others.length > 0 &&
	html`<section><h2>${moreChanges > 0 ? 'All differences' : 'Other differences'}</h2>${
		moreChanges === 0 &&
		html`<p>Another tool has made these changes, so they are not in the log and cannot be undone here.</p>`
	}${editTable(others)}</section>`
}`;
}

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
