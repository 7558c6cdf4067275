/** The page that imports files: it shows what they would change before they do. */
import { CHANGES_PAGE, IMPORT_PAGE } from './addresses.ts';
import { type EditRequest, type EditResponse, textIn } from './edit-request.ts';
import type { Editor } from './editor.ts';
import { planUpload } from './import-plan.ts';
import { importView, uploadView } from './import-view.ts';
import { keepUpload, uploadedFiles } from './uploads.ts';

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
