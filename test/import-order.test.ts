import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../src/shared/project.ts';

const SRC = join(PROJECT, 'src');
const development = readFileSync(join(PROJECT, 'src/docs/development.md'), 'utf8');

/** Returns the folders in the first column of the table that follows a sentence, row by row. */
function rowsAfter(sentence: RegExp): string[][] {
	const [, table = ''] = new RegExp(`${sentence.source}.*?\\n\\n(\\|.*?)\\n\\n`, 's').exec(development) ?? [];
	return [...table.matchAll(/^\| (`[^|]*`) \|/gm)].map(([, cell]) =>
		[...cell!.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name!),
	);
}

const rooms = rowsAfter(/Imports go one way/).flat();
/** The parts of `src/website/`. Parts in one row may import each other. */
const parts = rowsAfter(/Inside `website\/`/);
/** The folders that hold no code. */
const OTHERS = ['deploy', 'docs'];

const folders = (folder: string) => globSync('*/', { cwd: folder }).map((name) => name.replace(/\W+$/, ''));

/** The files that each file of src/ imports, or starts as a thread or a process. All paths are relative to `src/`. */
const imports = new Map(
	globSync('**/*.{ts,astro,mjs}', { cwd: SRC }).map((file) => {
		const text = readFileSync(join(SRC, file), 'utf8');
		const specifiers = text.matchAll(/(?:from|import)[\s(]*'(\.[^'?]*)|new URL\('([^']*\.ts)', import\.meta\.url/g);
		const started = text.matchAll(/runThread(?:<.*>)?\('(.*?)'/g);
		return [
			file,
			[
				...Array.from(specifiers, ([, imported, located]) => join(dirname(file), (imported ?? located)!)),
				...Array.from(started, ([, path]) => path!),
			],
		] as const;
	}),
);

/** Lists the imports for which `isWrong` is true. */
const importsWhere = (isWrong: (from: string, to: string) => boolean) =>
	[...imports].flatMap(([from, targets]) =>
		targets.filter((to) => isWrong(from, to)).map((to) => `${from} imports ${to}`),
	);

describe('src/', () => {
	test('has the rooms that the documentation lists', () => {
		expect([...rooms, ...OTHERS].sort()).toEqual(folders(SRC).sort());
	});

	test.each(rooms)('%s/ imports only from rooms above it in the documentation', (room) => {
		const position = (file: string) => rooms.indexOf(file.split('/')[0]!);
		expect(importsWhere((from, to) => from.startsWith(`${room}/`) && position(to) > position(from))).toEqual([]);
	});

	test('has no files that import each other in a circle', () => {
		expect(imports.size).toBeGreaterThan(700);
		expect(circles()).toEqual([]);
	});
});

describe('src/website/', () => {
	test('has the parts that the documentation lists', () => {
		expect([...parts.flat(), 'assets', 'styles'].sort()).toEqual(folders(join(SRC, 'website')).sort());
	});

	test.each(parts.flat())('%s/ imports only from parts in its own row or above it', (part) => {
		const position = (file: string) => parts.findIndex((row) => row.includes(file.split('/')[1]!));
		expect(importsWhere((from, to) => from.startsWith(`website/${part}/`) && position(to) > position(from))).toEqual(
			[],
		);
	});
});

describe('src/client/', () => {
	test('imports nothing from other rooms, except to make its package and in the modules that the package replaces', () => {
		const isClient = (file: string) => file.startsWith('client/') && !file.startsWith('client/package/');
		const isReplaced = (file: string) => ['client/api.ts', 'client/methods.ts'].includes(file);
		expect(importsWhere((from, to) => isClient(from) && !isReplaced(from) && !isClient(to))).toEqual([]);
	});
});

test('No script and no module of src/ imports from test/', () => {
	const files = globSync('{scripts,src}/**/*.{ts,mjs,astro}', { cwd: PROJECT });
	expect(files.length).toBeGreaterThan(300);
	expect(files.filter((file) => /'[./]*\/test\//.test(readFileSync(join(PROJECT, file), 'utf8')))).toEqual([]);
});

/** Finds circles of imports: the paths from a file back to itself. Each circle is found once or more. */
function circles(): string[] {
	const found: string[] = [];
	const finished = new Set<string>();
	function visit(file: string, path: readonly string[]): void {
		if (path.includes(file)) {
			found.push([...path.slice(path.indexOf(file)), file].join(' → '));
			return;
		}
		if (finished.has(file)) return;
		for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
		finished.add(file);
	}
	for (const file of imports.keys()) visit(file, []);
	return found;
}
