/** Shows the form of a record. */
import type { Kind } from '../../catalog/records.ts';
import { groupsOf } from './field-groups.ts';
import { type FormField, formField } from './form-field.ts';
import { type Html, html } from './html.ts';

export interface RecordForm {
	readonly kind: Kind;
	readonly isNew: boolean;
	/** The address that the form is sent to. */
	readonly action: string;
	readonly fields: ReadonlyMap<string, FormField>;
	readonly because: string;
	/** Values to choose from, by the kind of record that a field refers to. */
	readonly choices: { readonly [kind in Kind]?: readonly string[] };
}

export function recordForm({ kind, isNew, action, fields, because, choices }: RecordForm): Html {
	const opened = Object.fromEntries([...fields].map(([name, { opened }]) => [name, opened]));
	const groups = groupsOf(kind, isNew).filter(({ fields: names }) => names.length > 0);
	return html`<form class="edit-form" method="post" action="${action}">
<input type="hidden" name="opened" value="${JSON.stringify(opened)}">
${Object.entries(choices).map(([of, keys]) => html`<datalist id="list-${of}">${keys.map((key) => html`<option value="${key}"></option>`)}</datalist>`)}
${groups.map(
	({ title, note, fields: names }) => html`<fieldset><legend>${title}</legend>
${note !== undefined && html`<p class="quiet edit-note">${note}</p>`}<div class="edit-fields">
${names.map((name) => formField(kind, name, fields.get(name)!))}
</div></fieldset>`,
)}
<div class="edit-save">
<div class="field"><label for="because">Why <span class="quiet">(for the log of changes)</span></label>
<input id="because" type="text" name="because" value="${because}" maxlength="1000"></div>
<button class="button" type="submit">${isNew ? 'Add' : 'Save'}</button>
</div>
</form>`;
}
