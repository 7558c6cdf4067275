/** Shows the form to upload files, and what an upload would change. */
import { basename } from 'node:path';
import { labelOf } from '../../catalog/columns.ts';
import { COLUMNS } from '../../catalog/records.ts';
import { importNotes, positionsIn } from '../../commands/import-report.ts';
import { sampledColumns } from '../../commands/mapping-lines.ts';
import { problemLines } from '../../commands/problems.ts';
import { summaryLines } from '../../snapshot/import/report.ts';
import { COMMISSION, COMMISSION_UNIT, FIELDS, type TableKind } from '../../snapshot/import/table/mapping.ts';
import { count } from '../../website/format/numbers.ts';
import { IMPORT_PAGE } from './addresses.ts';
import { columnName } from './choose-columns.ts';
import { type EditResponse, LARGEST_FORM, textIn } from './edit-request.ts';
import { editTable } from './edit-table.ts';
import { type Html, html, problemList } from './html.ts';
import type { PlannedImport, PlannedTable } from './import-plan.ts';

/** The maximum length of a value in the table of columns. */
const LONGEST_VALUE = 200;

/** The endings of the files that can be imported. */
const ACCEPTED = '.csv,.tsv,.txt,.json,.ndjson,.xlsx,.xlsm,.ods';

export function uploadView(): EditResponse {
	const main = html`<header class="page-title"><h1>Import a file</h1><p class="lead">A CSV file, a spreadsheet (.xlsx, .ods), JSON, or OpenAffiliate’s registry.json, at most ${LARGEST_FORM / 2 ** 20} MB. You see what it changes before anything is imported. You can also drop a file on any page.</p></header>
<form class="fields" method="post" action="${IMPORT_PAGE}" enctype="multipart/form-data">
<div class="field"><label for="file">File</label><input id="file" type="file" name="file" accept="${ACCEPTED}" multiple required></div>
<button class="button" type="submit">Show changes</button></form>`;
	return { title: 'Import a file', main };
}

/** @param form the choices of the user */
export function importView(id: string, planned: PlannedImport, form: FormData | undefined): EditResponse {
	const { source, tables, sources, imported, errors } = planned;
	const isPartial = form?.has('partial') === true;
	const canImport = imported?.hasNews === true && (errors.length === 0 || isPartial);
	const files = sources.map(({ file }) => basename(file)).join(', ');
	const main = html`<header class="page-title"><h1>Import ${files}</h1></header>
<form class="edit-form" method="post" action="${IMPORT_PAGE}${id}/">
<div class="fields"><div class="field"><label for="source">Source</label><p class="quiet" id="source-hint">The next import of the same source changes only what the source has changed since.</p><input id="source" type="text" name="source" value="${source}" required aria-describedby="source-hint" maxlength="100"></div></div>
${tables.map(tableSection)}
${errors.length > 0 && problemList(errors.map(withoutFolder))}
${
	errors.length > 0 &&
	html`<label class="edit-choice"><input type="checkbox" name="partial" value="yes"${isPartial && html` checked`}> Import the other rows</label>`
}
${imported !== undefined && differenceSection(planned)}
<div class="edit-save"><div class="field"><label for="because">Why <span class="quiet">(for the log of changes)</span></label><input id="because" type="text" name="because" value="${form === undefined ? '' : textIn(form, 'because')}" maxlength="1000"></div>
<button class="button plain" type="submit" name="do" value="look">Show the difference</button>
${canImport && html`<button class="button" type="submit" name="do" value="import">Import</button>`}</div>
</form>`;
	return { title: `Import ${files}`, main };
}

function tableSection({ table, mapping, questions, missing }: PlannedTable, number: number): Html {
	const columns = sampledColumns(table, missing.length > 0 ? { ...mapping, columns: {} } : mapping, LONGEST_VALUE);
	const rows = table.rows.slice(0, columns[0]?.values.length ?? 0);
	return html`<section><h2>Columns of ${basename(table.file)}</h2>
<p>Its rows are ${mapping.kind}. Choose what each column holds.</p>
${missing.length > 0 && problemList([`Choose which column is the ${missing.map((field) => labelOf(COLUMNS[mapping.kind], field)).join(' and the ')}.`])}
<table class="rows stacked edit-table"><thead><tr><th scope="col">Column</th><th scope="col">Field</th>${rows.map(({ row }) => html`<th scope="col">${table.words.row} ${row}</th>`)}</tr></thead><tbody>
${columns.map(
	({ name, values }, column) => html`<tr><th scope="row"><label for="${columnName(number, column)}">${name}</label></th>
<td>${fieldSelect(mapping.kind, columnName(number, column), mapping.columns[name]?.field ?? '')}</td>
${values.map((value, index) => html`<td data-label="${table.words.row} ${rows[index]!.row}"><bdi>${value}</bdi></td>`)}</tr>`,
)}</tbody></table>
${questions.map(
	({ text, name, chosen, choices }) =>
		html`<div class="field"><label for="${name}">${text}</label><select id="${name}" name="${name}">${choices.map(
			({ label }, index) => html`<option value="${index}"${index === chosen && html` selected`}>${label}</option>`,
		)}</select></div>`,
)}</section>`;
}

function fieldSelect(kind: TableKind, name: string, chosen: string): Html {
	return html`<select id="${name}" name="${name}"><option value="">Not read</option>${FIELDS[kind].map(
		(field) => html`<option value="${field}"${field === chosen && html` selected`}>${fieldLabel(kind, field)}</option>`,
	)}</select>`;
}

function fieldLabel(kind: TableKind, field: string): string {
	if (field === COMMISSION) return 'Commission, in words or as a figure';
	return field === COMMISSION_UNIT ? 'Unit of the commission' : labelOf(COLUMNS[kind], field);
}

function differenceSection({ sources, imported }: PlannedImport): Html {
	const { plan, removed, differences, hasChanges, hasNews } = imported!;
	const notes = importNotes(sources, imported!);
	const warnings = problemLines('warning', plan.warnings, positionsIn(sources), plan.moreWarnings);
	return html`<section><h2>Difference</h2>
${hasChanges ? html`<ul>${summaryLines(plan).map((line) => html`<li>${line}</li>`)}</ul>` : html`<p>This import would change ${hasNews ? 'no record. It only notes what the source says now' : 'nothing'}.</p>`}
${notes.length > 0 && html`<ul class="edit-notes">${notes.map((line) => html`<li>${withoutFolder(line)}</li>`)}</ul>`}
${warnings.length > 0 && html`<details><summary>${count(warnings.length, 'warning')}</summary><ul class="edit-notes">${warnings.map((line) => html`<li>${withoutFolder(line)}</li>`)}</ul></details>`}
${
	plan.gone.length > 0 &&
	html`<label class="edit-choice"><input type="checkbox" name="remove" value="yes"${removed.length > 0 && html` checked`}> Remove the records that the source no longer has</label>`
}
${differences !== undefined && differences.length > 0 && editTable(differences)}</section>`;
}

/** Leaves out the folder of the upload, which says nothing to the user. */
function withoutFolder(line: string): string {
	return line.replaceAll(/\S*\/uploads\/\d+-[\da-f]+\//g, '');
}
