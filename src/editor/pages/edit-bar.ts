/** The bar at the top of every page, with links to edit, and with what is wrong with the files. */
import { SINGULAR } from '../../catalog/change.ts';
import { KINDS, type Kind, type RecordOf } from '../../catalog/records.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { recordFinder } from '../../snapshot/read.ts';
import { CHANGES_PAGE, EDIT, formAddress, newAddress } from './addresses.ts';
import type { Editor } from './editor.ts';
import { type Html, html } from './html.ts';
import type { EditNotes } from './open-pages.ts';

/** @param target the address of the page @param release the ID of the release that the page belongs to */
export function editBar(target: string, release: string, { problems, hints }: EditNotes, { snapshot }: Editor): string {
	const isEditPage = target.startsWith(EDIT);
	const record = isEditPage ? undefined : recordAt(target, snapshot);
	const notes = [
		...(problems.length > 0 ? [noteOf(NOT_SHOWN, problems, html` class="failed"`)] : []),
		...(hints.length > 0 ? [noteOf(NOT_IMPORTED, hints)] : []),
	];
	const kind = record === undefined || record.kind === 'reviews' ? 'programs' : record.kind;
	const bar = html`<nav class="edit-bar" aria-label="Editing"><ul class="links">
${record !== undefined && html`<li><a href="${formAddress(record.kind, record.key)}">Edit <bdi>${record.name}</bdi></a></li>`}
<li><a href="${newAddress(kind)}">New ${SINGULAR[kind]}</a></li>
<li><a href="${CHANGES_PAGE}">Changes</a></li></ul></nav>
<edit-notice data-release="${release}"${isEditPage && html` data-stays`}${notes.length === 0 && html` hidden`}><div role="alert">${notes}</div></edit-notice>
<script type="module" src="${EDIT}edit.js"></script>`;
	return bar.text;
}

/** The headings of the notes. `edit.js` has the same ones. */
const NOT_SHOWN = 'These pages do not show your last change. Correct these problems and save again:';
const NOT_IMPORTED = 'Not imported:';

function noteOf(heading: string, lines: readonly string[], attributes?: Html): Html {
	return html`<h2${attributes}>${heading}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

/** Finds the record that a page is about. */
function recordAt(
	target: string,
	snapshot: string,
): { readonly kind: Kind; readonly key: string; readonly name: string } | undefined {
	const [, kind, key] = /^\/(\w+)\/([\w-]+)(?:\/|$)/.exec(target) ?? [];
	if (key === undefined || !KINDS.some((one) => one === kind)) return undefined;
	const found = findRecord(snapshot, kind as Kind, key);
	if (found === undefined) return undefined;
	return { kind: kind as Kind, key, name: 'name' in found ? found.name : 'this review' };
}

/** Returns undefined if there is no such record, or if the snapshot cannot be read while another tool replaces it. */
function findRecord(snapshot: string, kind: Kind, key: string): RecordOf<Kind> | undefined {
	try {
		return withSnapshot(snapshot, (db) => recordFinder(db)(kind, key));
	} catch {
		return undefined;
	}
}
