import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../src/release/application-version.ts';

const SRC = join(PROJECT, 'src');
/** The folders of src/ in the order of the documentation. */
const [, table = ''] =
	/Imports go one way:.*?\n\n(.*?)\n\n/s.exec(readFileSync(join(PROJECT, 'src/docs/development.md'), 'utf8')) ?? [];
const ORDER = [...table.matchAll(/^\| `(\w+)\/` \|/gm)].map(([, folder]) => folder!);
/** The folders whose files import nothing from other folders. */
const OTHERS = ['assets', 'deploy', 'docs', 'styles'];

const folders = globSync('*/', { cwd: SRC }).map((folder) => folder.replace(/\W+$/, ''));

test('The documentation lists every folder of src/', () => {
	expect([...ORDER, ...OTHERS].sort()).toEqual(folders.sort());
});

describe.each(ORDER)('src/%s', (folder) => {
	test('imports only from folders above it in the documentation', () => {
		const wrong = globSync('**/*.{ts,astro}', { cwd: join(SRC, folder) }).flatMap((file) => {
			const path = join(SRC, folder, file);
			const imports = [...readFileSync(path, 'utf8').matchAll(/(?:from|import)[\s(]*'(\.[^']*)'/g)];
			return imports
				.map(([, specifier]) => relative(SRC, join(dirname(path), specifier!)))
				.filter((target) => {
					const [other = ''] = target.split('/');
					return ORDER.indexOf(other) > ORDER.indexOf(folder);
				})
				.map((target) => `${folder}/${file} imports ${target}`);
		});
		expect(wrong).toEqual([]);
	});
});

test('No script and no module of src/ imports from test/', () => {
	const files = globSync('{scripts,src}/**/*.{ts,mjs,astro}', { cwd: PROJECT });
	expect(files.length).toBeGreaterThan(300);
	expect(files.filter((file) => /'[./]*\/test\//.test(readFileSync(join(PROJECT, file), 'utf8')))).toEqual([]);
});
