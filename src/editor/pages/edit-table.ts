/** Shows edits of records: the fields before and after. */

import { SINGULAR } from '../../catalog/change.ts';
import { labelOf } from '../../catalog/columns.ts';
import { COLUMNS, type Kind } from '../../catalog/records.ts';
import { type AnyEdit, changedFields, opOf } from '../../commands/change-report.ts';
import { excerpt } from '../../shared/text.ts';
import { oddities } from '../../snapshot/changes/diff.ts';
import { count } from '../../website/format/numbers.ts';
import { formAddress } from './addresses.ts';
import { type Html, html, timeOf } from './html.ts';
import { readable } from './record-form.ts';

const MOST_RECORDS = 20;
/** The maximum length of a value. */
const LONGEST = 120;

/** Shows edits as a table with a row for each field, odd ones first. */
export function editTable(edits: readonly AnyEdit[]): Html {
	const [odd, usual] = [edits.filter(isOdd), edits.filter((edit) => !isOdd(edit))];
	const shown = [...odd, ...usual].slice(0, MOST_RECORDS);
	const more = edits.length - shown.length;
	return html`<table class="rows stacked edit-table"><thead><tr><th scope="col">Record</th><th scope="col">Field</th><th scope="col">Before</th><th scope="col">Now</th></tr></thead>
<tbody>${shown.map(rowsOf)}</tbody></table>${more > 0 && html`<p class="quiet">… and ${count(more, 'more record')}.</p>`}`;
}

export function isOdd(edit: AnyEdit): boolean {
	return oddities(edit).length > 0;
}

function rowsOf(edit: AnyEdit): Html[] {
	const { kind, key, before = {}, after = {} } = edit;
	const op = opOf(edit);
	const record = html`<th scope="row"><span class="quiet">${SINGULAR[kind]}</span> ${op === 'removed' ? key : html`<a href="${formAddress(kind, key)}">${key}</a>`}</th>`;
	if (op !== 'changed') return [html`<tr>${record}<td colspan="3">${op}</td></tr>`];
	const odd = oddities(edit);
	return [
		...odd.map((what) => html`<tr>${record}<td colspan="3" class="edit-odd">Odd: ${what}</td></tr>`),
		...changedFields(edit).map(
			(field) =>
				html`<tr>${record}<td data-label="Field">${labelOf(COLUMNS[kind], field)}</td><td data-label="Before">${valueIn(kind, field, before[field])}</td><td data-label="Now">${valueIn(kind, field, after[field])}</td></tr>`,
		),
	];
}

/** Shows a value of a record, or “nothing”. */
export function valueIn(kind: Kind, field: string, value: unknown): Html {
	const type = COLUMNS[kind][field]?.type ?? 'line';
	if (type === 'timestamp' && typeof value === 'string') return timeOf(value);
	const text = valueText(kind, field, value);
	return text === '' ? html`<span class="quiet">nothing</span>` : html`<bdi>${text}</bdi>`;
}

/** Returns the start of a value of a record, for reading. Empty if there is none. */
export function valueText(kind: Kind, field: string, value: unknown): string {
	if (value === null || value === undefined || value === '') return '';
	return excerpt(readable(COLUMNS[kind][field]?.type ?? 'line', value), LONGEST);
}
