/** The page with the form of a record, and what happens when the form is sent. */
import { SINGULAR } from '../../catalog/change.ts';
import { COLUMNS, KEY, KINDS, type Kind, type RecordOf, ruleSentence } from '../../catalog/records.ts';
import { UserError } from '../../shared/user-error.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { recordFinder, recordKeys } from '../../snapshot/read.ts';
import { needRecord, presentKey, Refused, removeRecords, renameRecord, type SlugKind } from '../edits/edit-records.ts';
import { changeSnapshot } from '../edits/edit-snapshot.ts';
import { statedBy } from '../edits/stated-by.ts';
import { CHANGES_PAGE, formAddress, newAddress, pageAddress } from './addresses.ts';
import { type EditRequest, type EditResponse, tagOfText, textIn } from './edit-request.ts';
import type { Editor } from './editor.ts';
import { fieldsOf } from './field-groups.ts';
import { type Html, html, problemList } from './html.ts';
import { type FormField, KEEP_THEIRS, recordForm, type SaidValue } from './record-form.ts';
import { saidValues } from './said-values.ts';
import { Conflicts, openedTags, reason, saveNewRecord, saveRecord } from './save-record.ts';

/** `/_edit/programs/` adds a program, `/_edit/programs/acme/` edits one, and `…/rename` and `…/remove` accept forms. */
export async function recordPage({ path, form }: EditRequest, editor: Editor): Promise<EditResponse | undefined> {
	const [kind, key, action] = path as [Kind, string?, string?];
	if (!KINDS.includes(kind) || path.length > 3) return undefined;
	if (key === undefined) return kind === 'reviews' ? undefined : newRecord(kind, form, editor);
	if (action === undefined)
		return form === undefined
			? recordView(editor, kind, key, { lines: [], status: 200 })
			: save(kind, key, form, editor);
	if (form === undefined) return undefined;
	if (action === 'rename' && kind !== 'reviews') return rename(kind, key, form, editor);
	if (action === 'remove') return remove(kind, key, form, editor);
	return undefined;
}

async function save(kind: Kind, key: string, form: FormData, editor: Editor): Promise<EditResponse> {
	try {
		const { key: current, warnings, readAgain } = saveRecord(editor.snapshot, kind, key, form);
		await editor.update();
		const lines = [...readAgain, ...warnings];
		if (lines.length === 0) return { redirect: pageOf(editor, kind, current) };
		return recordView(editor, kind, current, { lines: ['Saved, but look at this:', ...lines], status: 200 });
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		const current = withSnapshot(editor.snapshot, (db) => presentKey(db, kind, key));
		return recordView(editor, kind, current, { form, error, ...refusalOf(error) });
	}
}

async function newRecord(kind: SlugKind, form: FormData | undefined, editor: Editor): Promise<EditResponse> {
	if (form === undefined) return newView(editor, kind, { lines: [], status: 200 });
	try {
		saveNewRecord(editor.snapshot, kind, form);
		await editor.update();
		return { redirect: pageOf(editor, kind, textIn(form, KEY[kind]).trim()) };
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return newView(editor, kind, { form, error, ...refusalOf(error) });
	}
}

async function rename(kind: SlugKind, key: string, form: FormData, editor: Editor): Promise<EditResponse> {
	const slug = textIn(form, 'slug').trim();
	changeSnapshot('rename', { snapshot: editor.snapshot, ...reason(form) }, (change) =>
		renameRecord(change, kind, key, slug),
	);
	await editor.update();
	return { redirect: pageOf(editor, kind, slug) };
}

async function remove(kind: Kind, key: string, form: FormData, editor: Editor): Promise<EditResponse> {
	changeSnapshot('remove', { snapshot: editor.snapshot, ...reason(form) }, (change) =>
		removeRecords(change, kind, [key]),
	);
	await editor.update();
	return { redirect: CHANGES_PAGE };
}

/** Returns the address of a record's page, or of its form if visitors cannot see the record. */
function pageOf({ snapshot }: Editor, kind: Kind, key: string): string {
	const record = withSnapshot(snapshot, (db) => recordFinder(db)(kind, key));
	const isHidden = record !== undefined && 'status' in record && record.status !== 'published';
	return isHidden ? formAddress(kind, key) : pageAddress(kind, key);
}

/** A form that was sent, and why it was not saved. */
interface Attempt {
	readonly form?: FormData;
	readonly error?: UserError;
	/** The lines above the form. */
	readonly lines: readonly (string | Html)[];
	readonly status: number;
}

function refusalOf(error: UserError): Pick<Attempt, 'lines' | 'status'> {
	return { lines: error.message.split('\n'), status: error instanceof Conflicts ? 409 : 422 };
}

function recordView(editor: Editor, kind: Kind, key: string, attempt: Attempt): EditResponse {
	return withSnapshot(editor.snapshot, (db) => {
		const record = attempt.form === undefined ? needRecord(db, kind, key) : recordFinder(db)(kind, key);
		const said = record === undefined ? new Map<string, SaidValue[]>() : saidValues(db, kind, key, record);
		const name = record !== undefined && 'name' in record ? record.name : key;
		const fields = fieldsIn(kind, false, record, attempt, said);
		const form = recordForm({
			...{ kind, isNew: false, action: formAddress(kind, key), fields, choices: choicesOf(kind, db) },
			because: attempt.form === undefined ? '' : textIn(attempt.form, 'because'),
		});
		const title = `Edit ${name}`;
		const links = html`<p class="edit-links"><a href="${pageAddress(kind, key)}">Its page</a> <a href="${CHANGES_PAGE}">Changes</a></p>`;
		return viewOf(title, attempt, html`${links}${form}${record !== undefined && furtherForms(kind, key)}`);
	});
}

function newView(editor: Editor, kind: SlugKind, attempt: Attempt): EditResponse {
	const fields = fieldsIn(kind, true, undefined, attempt, new Map());
	const choices = withSnapshot(editor.snapshot, (db) => choicesOf(kind, db));
	const because = attempt.form === undefined ? '' : textIn(attempt.form, 'because');
	const form = recordForm({ kind, isNew: true, action: newAddress(kind), fields, because, choices });
	return viewOf(`Add ${SINGULAR[kind] === 'organization' ? 'an' : 'a'} ${SINGULAR[kind]}`, attempt, form);
}

function viewOf(title: string, { lines, status }: Attempt, rest: Html): EditResponse {
	const main = html`<header class="page-title"><h1>${title}</h1></header>${lines.length > 0 && problemList(lines)}${rest}`;
	return { title, status, main };
}

/** Returns what the form shows: the record, or what the user sent where that is not saved. */
function fieldsIn(
	kind: Kind,
	isNew: boolean,
	record: RecordOf<Kind> | undefined,
	{ form, error }: Attempt,
	said: ReadonlyMap<string, readonly SaidValue[]>,
): ReadonlyMap<string, FormField> {
	const opened = form === undefined ? {} : openedTags(form);
	const problems = new Map(
		error instanceof Refused ? error.problems.map((one) => [one.column, ruleSentence(one)]) : [],
	);
	const conflicts = error instanceof Conflicts ? error.fields : [];
	return new Map(
		fieldsOf(kind, isNew).map((field): [string, FormField] => {
			const stored = record === undefined ? '' : cellOf(record[field as never]);
			const by = record && 'commission_evidence' in record ? statedBy(record, field) : undefined;
			const further = { problem: problems.get(field), said: said.get(field), statedBy: by };
			const mine = form?.has(field) && !form.has(`${KEEP_THEIRS}${field}`) ? textIn(form, field) : undefined;
			// A field that the user has not changed shows the value of now, if there still is a record.
			const isMine = mine !== undefined && (record === undefined || tagOfText(mine) !== opened[field]);
			if (!isMine) return [field, { text: stored, opened: tagOfText(stored), ...further }];
			const isConflict = conflicts.includes(field);
			const tag = isConflict ? tagOfText(stored) : String(opened[field]);
			return [field, { text: mine, opened: tag, ...further, theirs: isConflict ? stored : undefined }];
		}),
	);
}

/** Returns the keys of the records that single fields of a kind refer to. */
function choicesOf(kind: Kind, db: Parameters<typeof recordKeys>[0]): { readonly [of in Kind]?: readonly string[] } {
	const targets = Object.values(COLUMNS[kind]).flatMap(({ type, refersTo }) =>
		type === 'slug' && refersTo !== undefined ? [refersTo] : [],
	);
	return Object.fromEntries(targets.map((target) => [target, recordKeys(db, target).sort()]));
}

function furtherForms(kind: Kind, key: string): Html {
	const address = formAddress(kind, key);
	const because = (of: string) =>
		html`<div class="field"><label for="${of}-because">Why</label><input id="${of}-because" type="text" name="because" maxlength="1000"></div>`;
	return html`<div class="edit-further">
${
	kind !== 'reviews' &&
	html`<details><summary>Rename</summary><form class="fields" method="post" action="${address}rename">
<p>The old address will lead to the new one.</p>
<div class="field"><label for="new-slug">New slug</label><input id="new-slug" type="text" name="slug" value="${key}" required></div>
${because('rename')}<button class="button plain" type="submit">Rename</button></form></details>`
}
<details><summary>Remove</summary><form class="fields" method="post" action="${address}remove">
<p>${kind === 'programs' ? 'Its reviews are removed with it. ' : ''}You can undo this on the page Changes.</p>
${because('remove')}<button class="button plain" type="submit">Remove this ${SINGULAR[kind]}</button></form></details>
</div>`;
}
