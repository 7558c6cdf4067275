import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { copyProject } from '../support/project-copy.ts';

const project = copyProject();
const file = join(project, 'src/release/application-version.ts');
const module: typeof import('../../src/release/application-version.ts') = await import(
	/* @vite-ignore */ pathToFileURL(file).href
);
afterAll(() => rmSync(project, { recursive: true }));

/** Returns how an edit of one file changes the version of the application and that of the documentation. */
async function changesAfter(file: string, edit: (path: string) => void) {
	const versions = async () => ({
		application: module.applicationVersion(),
		documentation: module.documentationVersion(),
	});
	const path = join(project, file);
	const [content, before] = [readFileSync(path), await versions()];
	edit(path);
	const after = await versions();
	writeFileSync(path, content);
	expect(await versions()).toEqual(before);
	return {
		application: after.application !== before.application,
		documentation: after.documentation !== before.documentation,
	};
}

describe('The version of the application stays the same after', () => {
	test.each([
		['the configuration of the site', 'data/site.json', ' '],
		['a file that only servers use', 'src/deploy/nginx.conf', '\n# A note.\n'],
	])('%s', async (_, file, text) => {
		const changes = await changesAfter(file, (path) => appendFileSync(path, text));
		expect(changes).toEqual({ application: false, documentation: false });
	});
});

describe('The version of the application changes with', () => {
	test.each([
		['a rule', 'src/catalog/pay.ts', '\nexport const rule = 1;\n'],
		['a comment', 'src/catalog/pay.ts', '\n// A note.\n'],
		['an element', 'src/website/ui/Stars.astro', '\n<b>new</b>\n'],
		['a style', 'src/website/styles/base.css', '\nb { color: red }\n'],
		['the schema', 'data/schema.sql', '\n'],
		['a library', 'package-lock.json', ' '],
	])('%s', async (_, file, text) => {
		const changes = await changesAfter(file, (path) => appendFileSync(path, text));
		expect(changes).toEqual({ application: true, documentation: false });
	});
});

test('A text of the documentation changes only the version of the documentation', async () => {
	const changes = await changesAfter('src/docs/search.md', (path) => appendFileSync(path, 'One more sentence.\n'));
	expect(changes).toEqual({ application: false, documentation: true });
});
