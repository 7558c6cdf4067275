/** Makes the client's npm package: JavaScript modules, their types, package.json, README, license and an example. */
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { PROJECT } from '../release/application-version.ts';
import { DOCUMENT } from './client-types.ts';

export const CLIENT = join(PROJECT, 'src/client');

const OPTIONS: ts.CompilerOptions = {
	target: ts.ScriptTarget.ES2022,
	module: ts.ModuleKind.ESNext,
	moduleResolution: ts.ModuleResolutionKind.Bundler,
	lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
	types: [],
	strict: true,
	exactOptionalPropertyTypes: true,
	noUncheckedIndexedAccess: true,
	allowImportingTsExtensions: true,
	rewriteRelativeImportExtensions: true,
	rootDir: CLIENT,
};

/**
 * Empties a folder, and writes the package into it.
 *
 * @throws Error if the client has type errors when it is compiled without the Node.js types
 */
export function packClient(folder: string): void {
	rmSync(folder, { recursive: true, force: true });
	packCode(folder);
	writeTypes(folder);
	for (const file of [join(CLIENT, 'README.md'), join(PROJECT, 'LICENSE')])
		copyFileSync(file, join(folder, basename(file)));
	mkdirSync(join(folder, 'examples'));
	const example = readFileSync(join(CLIENT, EXAMPLE), 'utf8');
	writeFileSync(join(folder, EXAMPLE), example.replace("'../index.ts'", `'${PACKAGE.name}'`));
}

const EXAMPLE = 'examples/mirror.ts';

/** Writes only the files that the client needs to run: the modules and package.json. */
export function packCode(folder: string): void {
	mkdirSync(folder, { recursive: true });
	for (const file of globSync('*.ts', { cwd: CLIENT })) {
		// Comments are kept only in the type declarations, because editors read them there.
		const compilerOptions = { ...OPTIONS, removeComments: true };
		const { outputText } = ts.transpileModule(readFileSync(join(CLIENT, file), 'utf8'), { compilerOptions });
		writeFileSync(join(folder, file.replace(/ts$/, 'js')), outputText);
	}
	writeFileSync(join(folder, 'package.json'), `${JSON.stringify(PACKAGE, undefined, '\t')}\n`);
}

function writeTypes(folder: string): void {
	const program = ts.createProgram([join(CLIENT, 'index.ts')], {
		...OPTIONS,
		outDir: folder,
		declaration: true,
		emitDeclarationOnly: true,
	});
	const { diagnostics } = program.emit(undefined, (file, text) => {
		// The imports in the declarations still have the .ts extension.
		writeFileSync(file, text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
	});
	const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
	if (problems.length === 0) return;
	const host = {
		getCanonicalFileName: (file: string) => file,
		getCurrentDirectory: () => PROJECT,
		getNewLine: () => '\n',
	};
	throw new Error(ts.formatDiagnostics(problems, host));
}

/** Returns the size of the package's JavaScript after compression with gzip, in bytes. */
export function codeSize(folder: string): number {
	const modules = globSync('*.js', { cwd: folder }).sort();
	return gzipSync(Buffer.concat(modules.map((file) => readFileSync(join(folder, file))))).length;
}

/** The content of package.json. The package has the same version as the API for which it was made. */
const PACKAGE = {
	name: 'affiliate-directory-client',
	version: DOCUMENT.info.version,
	description: 'A typed client for the API of an affiliate program directory, without dependencies',
	license: 'MIT',
	type: 'module',
	sideEffects: false,
	engines: { node: '>=18' },
	exports: { '.': { types: './index.d.ts', default: './index.js' } },
	types: './index.d.ts',
};
