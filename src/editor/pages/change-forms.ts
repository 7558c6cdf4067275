/** What happens when a form on the page “Changes” is sent. */
import type { Kind } from '../../catalog/records.ts';
import { positionInSnapshot, problemLines } from '../../commands/problems.ts';
import { UserError } from '../../shared/user-error.ts';
import { findChange } from '../../snapshot/changes/read-changes.ts';
import { type UndoConflict, undoChange, undoConflictSentence } from '../../snapshot/changes/undo.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { acceptValues, keepValues, openConflicts } from '../edits/accept-conflicts.ts';
import { needRecord, setFields } from '../edits/edit-records.ts';
import { changeSnapshot } from '../edits/edit-snapshot.ts';
import { acceptReview } from '../proposals/accept-review.ts';
import { acceptProposal, rejectProposal } from '../proposals/take-in.ts';
import { readVersionName, withProposals } from '../proposals/waiting-proposals.ts';
import { CHANGES_PAGE } from './addresses.ts';
import { changesView } from './changes-page.ts';
import { type EditRequest, type EditResponse, tagOfText, textIn } from './edit-request.ts';
import type { Editor } from './editor.ts';
import { html, problemList } from './html.ts';
import { latestChange } from './pending.ts';
import { goBack, publishHeld, publishSnapshot } from './publications.ts';

type Action = (form: FormData, editor: Editor) => Promise<EditResponse>;

const ACTIONS: { readonly [name: string]: Action } = {
	undo,
	review: decideReview,
	'sent-review': decideSentReview,
	conflict: settleConflict,
	proposal: decideProposal,
	publish,
	'publish-held': publishAnyway,
	'go-back': returnToRelease,
};

const DONE: EditResponse = { redirect: CHANGES_PAGE };

/** `/_edit/changes/` is the page. The addresses below it accept its forms. */
export async function changesPage({ path, form }: EditRequest, editor: Editor): Promise<EditResponse | undefined> {
	const [, name, ...rest] = path;
	if (form === undefined) return name === undefined ? changesView(editor) : undefined;
	if (name === undefined || rest.length > 0 || !Object.hasOwn(ACTIONS, name)) return undefined;
	try {
		return await ACTIONS[name]!(form, editor);
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return changesView(editor, { lines: error.message.split('\n'), status: 422 });
	}
}

async function undo(form: FormData, editor: Editor): Promise<EditResponse> {
	const { snapshot } = editor;
	const id = Number(textIn(form, 'change'));
	let conflicts: readonly UndoConflict[] = [];
	const undo = (dryRun: boolean) =>
		changeSnapshot('undo', { snapshot, undoes: id, dryRun }, (change) => {
			if (findChange(change.db, id) === undefined) throw new UserError(`There is no change ${id}.`);
			conflicts = undoChange(change, id);
		});
	if (!form.has('rest')) undo(true);
	if (conflicts.length > 0) return partialUndo(id, conflicts.map(undoConflictSentence));
	undo(false);
	await editor.update();
	return DONE;
}

/** Asks before a change is undone only in part. @param left the parts that stay */
function partialUndo(id: number, left: readonly string[]): EditResponse {
	const main = html`<header class="page-title"><h1>Undo change ${id}</h1><p class="lead">Some of it was changed again since then, and would stay as it is now.</p></header>
${problemList(left)}
<form class="buttons" method="post" action="${CHANGES_PAGE}undo"><input type="hidden" name="change" value="${id}">
<button class="button" type="submit" name="rest" value="yes">Undo the rest</button><a class="button plain" href="${CHANGES_PAGE}">Cancel</a></form>`;
	return { status: 409, title: `Undo change ${id}`, main };
}

async function decideReview(form: FormData, editor: Editor): Promise<EditResponse> {
	const id = textIn(form, 'id');
	const status = textIn(form, 'status') === 'published' ? 'published' : 'rejected';
	changeSnapshot(status === 'published' ? 'approve' : 'reject', { snapshot: editor.snapshot }, (change) => {
		const review = needRecord(change.db, 'reviews', id);
		if (review.status !== 'pending') {
			throw new UserError(
				`The review ${id} no longer waits for a decision. It is ${review.status}. To change that, edit it.`,
			);
		}
		setFields(change, 'reviews', id, { status });
	});
	await editor.update();
	return DONE;
}

async function decideProposal(form: FormData, editor: Editor): Promise<EditResponse> {
	const { snapshot } = editor;
	const reason = textIn(form, 'reason').trim();
	const decision = {
		id: textIn(form, 'id'),
		version: Number(textIn(form, 'version')),
		reason: reason === '' ? null : reason,
	};
	const isAccepted = textIn(form, 'decision') === 'accept';
	const fields = form.getAll('field').map(String);
	await withProposals(editor, async (proposals) => {
		if (isAccepted) await acceptProposal(proposals, { ...decision, snapshot, fields, ours: textIn(form, 'ours') });
		else await rejectProposal(proposals, decision);
	});
	if (isAccepted) await editor.update();
	return DONE;
}

async function decideSentReview(form: FormData, editor: Editor): Promise<EditResponse> {
	const choice = textIn(form, 'decide');
	const reason = textIn(form, 'reason').trim() || null;
	const first = { id: textIn(form, 'id'), version: Number(textIn(form, 'version')) };
	const equal = textIn(form, 'equal').split(',').filter(Boolean).map(readVersionName);
	const overwriting = { snapshot: editor.snapshot, overwrites: choice === 'overwrite', seen: textIn(form, 'seen') };
	const isRejected = choice === 'reject';
	await withProposals(editor, async (proposals) => {
		for (const version of [first, ...equal]) {
			if (isRejected) await rejectProposal(proposals, { ...version, reason });
			else await acceptReview(proposals, { ...version, reason, ...overwriting });
		}
	});
	if (!isRejected) await editor.update();
	return DONE;
}

async function settleConflict(form: FormData, editor: Editor): Promise<EditResponse> {
	const field = textIn(form, 'field');
	const kind = textIn(form, 'kind') as Kind;
	const filter = { kind, key: textIn(form, 'key'), fields: [field], source: textIn(form, 'source') };
	const isTheirs = textIn(form, 'choose') === 'theirs';
	changeSnapshot('accept', { snapshot: editor.snapshot }, (change) => {
		const [conflict] = openConflicts(change.db, filter);
		const isSame =
			conflict !== undefined &&
			tagOfText(cellOf(conflict.ours)) === textIn(form, 'ours') &&
			tagOfText(conflict.theirs) === textIn(form, 'theirs');
		if (!isSame) throw new UserError('This conflict has changed since the page was opened. Look at it again.');
		if (isTheirs) acceptValues(change, filter);
		else keepValues(change, filter);
	});
	if (isTheirs) await editor.update();
	return DONE;
}

async function publish(form: FormData, editor: Editor): Promise<EditResponse> {
	if (withSnapshot(editor.snapshot, latestChange) !== Number(textIn(form, 'latest'))) {
		throw new UserError(
			'Nothing was published, because there are further changes since this page was opened. Look at them, then publish.',
		);
	}
	const result = await editor.alone(() => publishSnapshot(editor));
	if (result.outcome === 'refused') {
		throw new UserError(
			['Nothing was published.', ...problemLines('error', result.report.errors, positionInSnapshot)].join('\n'),
		);
	}
	return { redirect: `${CHANGES_PAGE}#publish` };
}

async function publishAnyway(form: FormData, editor: Editor): Promise<EditResponse> {
	const because = textIn(form, 'because').trim();
	if (because === '') throw new UserError('Say why the held release is right. Nothing was published.');
	await editor.alone(() => publishHeld(editor, textIn(form, 'release'), because));
	return DONE;
}

async function returnToRelease(form: FormData, editor: Editor): Promise<EditResponse> {
	const release = form.has('release') ? textIn(form, 'release') : undefined;
	await editor.alone(() => goBack(editor, release));
	return DONE;
}
