/** The page that imports files: it shows what they would change before they do. */

import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from '../../shared/files.ts';
import { UserError } from '../../shared/user-error.ts';
import { CHANGES_PAGE, IMPORT_PAGE } from './addresses.ts';
import { type EditRequest, type EditResponse, textIn } from './edit-request.ts';
import type { Editor } from './editor.ts';
import { planUpload } from './import-plan.ts';
import { importView, uploadView } from './import-view.ts';

/** `/_edit/import/` accepts files. The addresses below it are uploads. */
export async function importPage({ path, form }: EditRequest, editor: Editor): Promise<EditResponse | undefined> {
	const [, id, ...rest] = path;
	if (rest.length > 0) return undefined;
	const { snapshot, preview } = editor;
	if (id === undefined) {
		if (form === undefined) return uploadView();
		return { redirect: `${IMPORT_PAGE}${await keepUpload(preview, form)}/` };
	}
	const paths = uploadedFiles(preview, id);
	if (paths === undefined) return undefined;
	const performs = form !== undefined && textIn(form, 'do') === 'import';
	const planned = await planUpload(snapshot, paths, form, performs);
	if (!performs || planned.imported === undefined) return importView(id, planned, form);
	await editor.update();
	return { redirect: CHANGES_PAGE };
}

/** How many uploads are kept, so that a source can be imported again under its name. */
const KEPT = 20;
const MOST_FILES = 20;

const uploadsFolder = (preview: string) => join(preview, 'uploads');

/**
 * Keeps the files of a form. Returns the ID of the upload.
 *
 * @throws UserError when the form has no file, or too many
 */
export async function keepUpload(preview: string, form: FormData): Promise<string> {
	const files = form.getAll('file').filter((file) => file instanceof File && file.name !== '') as File[];
	if (files.length === 0) throw new UserError('Choose a file to import.');
	if (files.length > MOST_FILES) throw new UserError(`Choose at most ${MOST_FILES} files at once.`);
	// The time comes first, so that the names are in the order of the uploads.
	const id = `${Date.now()}-${randomBytes(4).toString('hex')}`;
	const folder = join(uploadsFolder(preview), id);
	makeFolder(folder);
	for (const file of files) writeFileSync(join(folder, safeName(file.name)), Buffer.from(await file.arrayBuffer()));
	for (const old of readdirSync(uploadsFolder(preview)).sort().slice(0, -KEPT)) {
		rmSync(join(uploadsFolder(preview), old), { recursive: true });
	}
	return id;
}

/** Returns the paths of the files of an upload. Undefined if there is no such upload. */
export function uploadedFiles(preview: string, id: string): string[] | undefined {
	const folder = join(uploadsFolder(preview), id);
	if (!/^\d+-[\da-f]+$/.test(id) || !existsSync(folder)) return undefined;
	return readdirSync(folder)
		.sort()
		.map((name) => join(folder, name));
}

/** Returns a name for a file that cannot lead out of its folder, and that is not hidden. */
function safeName(name: string): string {
	const safe = basename(name.replaceAll('\\', '/')).replace(/[^\p{L}\p{N} ._()-]/gu, '_');
	return safe.replace(/^[.\s]+/, '_').slice(-100) || 'file';
}
