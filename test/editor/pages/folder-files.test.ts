import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filesOf } from '../../../src/editor/pages/folder-files.ts';

/** Looks at a folder with these files. Returns the names of the files to import, and the hints. */
function look(files: { readonly [name: string]: string }) {
	const folder = mkdtempSync(join(tmpdir(), 'folder-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	const { paths, hints } = filesOf(folder);
	return { names: paths.map((path) => basename(path)), hints: hints.map((hint) => hint.replaceAll(`${folder}/`, '')) };
}

const OWN = 'slug,name\nacme,Acme\n';

test('The files of the directory are imported, whatever their names', () => {
	expect(
		look({ 'programs.csv': OWN, 'more.csv': 'slug,name,commission_type\n', '.hidden.csv': '', 'notes.txt': '' }),
	).toEqual({ names: ['more.csv', 'programs.csv'], hints: [] });
});

test.each(['programs (1).csv', 'programs(2).csv', 'Programs - Copy.csv', 'programs copy.csv', 'programs – Kopie.csv'])(
	'%s is not imported beside programs.csv, and the hint says what to do',
	(name) => {
		const { names, hints } = look({ 'programs.csv': OWN, [name]: OWN });
		expect(names).toEqual(['programs.csv']);
		expect(hints).toEqual([
			`${name} was not imported, because it looks like another copy of programs.csv. If it is the newer one, replace programs.csv with it. Otherwise, delete it.`,
		]);
	},
);

test('A copy without its original is imported', () => {
	expect(look({ 'programs (1).csv': 'slug,name,commission_type\n' }).names).toEqual(['programs (1).csv']);
});

test.each([
	['partners.xlsx', 'a spreadsheet'],
	['partners.ods', 'a spreadsheet'],
	['partners.csv', 'Brand,Provision\nAcme,20\n'],
])('%s is not imported, and the hint says how to', (name, content) => {
	const { names, hints } = look({ 'programs.csv': OWN, [name]: content });
	expect(names).toEqual(['programs.csv']);
	expect(hints).toEqual([expect.stringContaining(`${name} was not imported, because its columns are not those of`)]);
	expect(hints[0]).not.toContain('--yes');
});
