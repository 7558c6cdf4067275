/** Shows the form of a record. */

import { type Column, type ColumnType, isRequired, labelOf, plainForm, wordsOf } from '../../catalog/columns.ts';
import { capitalized } from '../../catalog/keyword-names.ts';
import { COLUMNS, type Kind } from '../../catalog/records.ts';
import { excerpt } from '../../shared/text.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import { offerInWords } from '../edits/unsure-programs.ts';
import { groupsOf } from './field-groups.ts';
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

export interface FormField {
	readonly text: string;
	/** The tag of the text that the form was opened with. See `tagOfText`. */
	readonly opened: string;
	/** The rule that the text breaks. */
	readonly problem?: string | undefined;
	/** The text that the record got since the form was opened, if the user has changed the field, too. */
	readonly theirs?: string | undefined;
	readonly said?: readonly SaidValue[] | undefined;
	/** Who states the value: see `statedBy`. */
	readonly statedBy?: string | undefined;
}

/** The value that a source gave at its last import. */
export interface SaidValue {
	/** The name of the source. */
	readonly source: string;
	readonly value: unknown;
	/** Whether the record has another value. */
	readonly differs: boolean;
}

/** The start of the name of the box that keeps the value of the other window. */
export const KEEP_THEIRS = 'keep-theirs.';

export function formField(kind: Kind, name: string, field: FormField): Html {
	const column = COLUMNS[kind][name]!;
	const { problem, theirs, statedBy = '', said = [] } = field;
	// What a source said is shown anyway.
	const isStated = statedBy !== '' && !(said.length > 0 && statedBy.startsWith('from '));
	const has = {
		hint: true,
		problem: problem !== undefined,
		conflict: theirs !== undefined,
		stated: isStated,
		said: said.length > 0,
	};
	const described = Object.entries(has).flatMap(([what, isThere]) => (isThere ? [`${name}-${what}`] : []));
	return html`<div class="field${isLong(column) ? ' wide' : ''}">
<label for="${name}">${labelOf(COLUMNS[kind], name)}</label>
<p class="quiet" id="${name}-hint">${hintOf(column)}</p>
${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}
${inputOf(kind, name, field, described.join(' '))}
${theirs !== undefined && conflictIn(name, column, theirs)}
${isStated && html`<p class="edit-said" id="${name}-stated">${capitalized(statedBy)}</p>`}
${said.length > 0 && html`<ul class="edit-said" id="${name}-said">${saidLines(column, said)}</ul>`}
</div>`;
}

/** The maximum length of a source's value in the form. */
const LONGEST_SAID = 160;

/** Shows the values of sources. Names the sources that have the record's value without repeating it. */
function saidLines({ type }: Column, said: readonly SaidValue[]): Html[] {
	const same = said.filter(({ differs }) => !differs).map(({ source }) => source);
	return [
		...said
			.filter(({ differs }) => differs)
			.map(({ source, value }) => {
				return html`<li class="differs">${source} says ${excerpt(readable(type, value), LONGEST_SAID)}</li>`;
			}),
		...(same.length > 0 ? [html`<li>${same.join(' and ')} ${same.length === 1 ? 'says' : 'say'} the same</li>`] : []),
	];
}

/** The types whose instructions say more than the meaning of a column. */
const SPECIAL: readonly ColumnType[] = [
	'slugs',
	'keywords',
	'names',
	'countries',
	'offers',
	'timestamp',
	'currency',
	'icon',
];

function hintOf(column: Column): string {
	return SPECIAL.includes(column.type) ? `${column.meaning}. Write ${plainForm(column)}` : column.meaning;
}

const isLong = ({ type }: Column) => type === 'text' || type === 'offers';

const NUMBERS: readonly ColumnType[] = ['percentage', 'amount', 'count', 'days', 'rating'];

function inputOf(kind: Kind, name: string, { text, problem }: FormField, described: string): Html {
	const column = COLUMNS[kind][name]!;
	const common = html`id="${name}" name="${name}" aria-describedby="${described}"${problem !== undefined && html` aria-invalid="true"`}`;
	if (column.type === 'choice' || column.type === 'boolean') return selectOf(column, text, common);
	// A browser drops a line break at the start of a text area.
	if (isLong(column)) return html`<textarea ${common} rows="6">${'\n'}${text}</textarea>`;
	const { refersTo } = column;
	return html`<input type="text" ${common} value="${text}" autocomplete="off"${NUMBERS.includes(column.type) && html` inputmode="decimal"`}${
		refersTo !== undefined && column.type === 'slug' && html` list="list-${refersTo}"`
	}>`;
}

function selectOf(column: Column, text: string, common: Html): Html {
	const words = column.type === 'boolean' ? ['true', 'false'] : wordsOf(column.schema);
	const canBeEmpty = !isRequired(column) && column.schema.safeParse(undefined).data === null;
	// A text that is no choice stays visible, so that the user can see what was wrong.
	const all = [...(canBeEmpty || text === '' ? [''] : []), ...new Set([...words, ...(text === '' ? [] : [text])])];
	return html`<select ${common}>${all.map(
		(word) =>
			html`<option value="${word}"${word === text && html` selected`}>${word === '' ? 'Not known' : readable(column.type, word)}</option>`,
	)}</select>`;
}

function conflictIn(name: string, { type }: Column, theirs: string): Html {
	return html`<div class="edit-conflict" id="${name}-conflict"><p>This was changed to <b>${theirs === '' ? 'nothing' : excerpt(readable(type, theirs), LONGEST_CONFLICT)}</b> after you opened this form. Your value is in the field.</p>
<label><input type="checkbox" name="${KEEP_THEIRS}${name}" value="yes"> Discard my value</label></div>`;
}

/** The maximum length of a value in a conflict: all of it, except for a very long text. */
const LONGEST_CONFLICT = 2000;

/** Writes a value for reading: `20%`, `30 days`, `yes`. */
export function readable(type: ColumnType, value: unknown): string {
	const text = cellOf(value);
	if (type === 'percentage') return `${text}%`;
	if (type === 'days') return `${text} ${text === '1' ? 'day' : 'days'}`;
	if (type === 'boolean') return text === 'true' ? 'yes' : 'no';
	if (type === 'offers' && Array.isArray(value)) return value.map((offer) => offerInWords(offer)).join('; ');
	return type === 'choice' ? text.replaceAll('_', ' ') : text;
}
