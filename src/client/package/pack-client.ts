/** Makes the client's npm package: one CommonJS module, an ES module that exports the same, their types and an example. */

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import packageJson from '../../../package.json' with { type: 'json' };
import { PROJECT } from '../../shared/project.ts';
import { clientApi, clientMethods } from './client-api.ts';

export const CLIENT = join(PROJECT, 'src/client');

/**
 * The content of package.json. No one can register the name at npm, because npm refuses new names with capital letters.
 * A command that asks npm for it can therefore not install the package of a stranger.
 */
const PACKAGE = {
	name: '@Affiliate-Directory/client',
	version: packageJson.version,
	private: true,
	description: 'A typed client for the API of an affiliate program directory, without dependencies',
	license: packageJson.license,
	type: 'commonjs',
	sideEffects: false,
	engines: { node: '>=20' },
	main: './index.cjs',
	types: './index.d.cts',
	exports: {
		'.': {
			import: { types: './index.d.mts', default: './index.mjs' },
			require: { types: './index.d.cts', default: './index.cjs' },
		},
	},
};

const EXAMPLE = 'examples/mirror.mjs';

/** Makes the package as `npm install` expects it. The same sources make the same bytes with the same Node.js. */
export async function packClient(): Promise<Buffer> {
	const { code, names } = await bundle();
	const files = {
		'package.json': `${JSON.stringify(PACKAGE, undefined, '\t')}\n`,
		'README.md': source('README.md'),
		LICENSE: readFileSync(join(PROJECT, 'LICENSE'), 'utf8'),
		'index.cjs': code,
		// Both modules share the classes, so `instanceof` works in programs that load the package in both ways.
		'index.mjs': `export { ${names.join(', ')} } from './index.cjs';\n`,
		'index.d.mts': `export * from './index.cjs';\n`,
		...declarations('index'),
		[EXAMPLE]: source(EXAMPLE).replace("'../index.ts'", `'${PACKAGE.name}'`),
	};
	return tarball(Object.fromEntries(Object.entries(files).map(([path, content]) => [`package/${path}`, content])));
}

/** The modules that are written for the package. */
const WRITTEN: { readonly [file: string]: () => string } = { 'api.ts': clientApi, 'methods.ts': clientMethods };

/** Returns the code or text of a file in the client's folder, as the package has it. */
export function source(file: string): string {
	return WRITTEN[file]?.() ?? readFileSync(join(CLIENT, file), 'utf8');
}

/** Puts all of the client's code into one CommonJS module. Comments are only in the declarations. */
async function bundle(): Promise<{ code: string; names: readonly string[] }> {
	const build = await rolldown({
		cwd: CLIENT,
		input: 'index.ts',
		platform: 'neutral',
		plugins: [{ name: 'api', load: (id) => (dirname(id) === CLIENT ? source(basename(id)) : undefined) }],
		transform: { target: 'es2022' },
	});
	const { output } = await build.generate({ format: 'cjs', comments: false });
	await build.close();
	return { code: output[0].code, names: output[0].exports };
}

/**
 * Makes the type declarations of a module and of all modules that they refer to.
 *
 * @throws Error if the type of an export is not written in the code
 */
function declarations(module: string, made: { [file: string]: string } = {}): { readonly [file: string]: string } {
	const file = `${module}.ts`;
	const { code, errors } = isolatedDeclarationSync(file, source(file), { stripInternal: true });
	if (errors.length > 0) throw new Error(errors.map(({ message, codeframe }) => `${message}\n${codeframe}`).join('\n'));
	const IMPORT = /(?<=from ")\.\/([\w-]+)\.ts(?=")/g;
	made[`${module}.d.cts`] = code.replace(IMPORT, './$1.cjs');
	for (const [, other] of code.matchAll(IMPORT)) if (!(`${other}.d.cts` in made)) declarations(other!, made);
	return made;
}

/** The date of all files: that of the files in packages from `npm pack`, which every archive format can store. */
const MODIFIED = Date.UTC(1985, 9, 26, 8, 15) / 1000;

const BLOCK = 512;

/**
 * Makes a tar archive compressed with gzip. Equal files make equal archives.
 *
 * @param files the content of each file by its path, which has at most 100 ASCII characters
 */
export function tarball(files: { readonly [path: string]: string }): Buffer {
	const entries = Object.entries(files).flatMap(([path, content]) => {
		const body = Buffer.from(content);
		return [header(path, body.length), body, Buffer.alloc(-body.length & (BLOCK - 1))];
	});
	// Two empty blocks end an archive.
	const archive = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 });
	// The number of the system on which the archive was made. 255 stands for unknown.
	archive[9] = 255;
	return archive;
}

/** Makes the header of a file, in the format ustar. */
function header(path: string, size: number): Buffer {
	const block = Buffer.alloc(BLOCK);
	const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
	block.write(path, 0);
	block.write(octal(0o644, 7), 100);
	block.write(octal(0, 7), 108);
	block.write(octal(0, 7), 116);
	block.write(octal(size, 11), 124);
	block.write(octal(MODIFIED, 11), 136);
	// The checksum is the sum of all bytes, with eight spaces in place of the checksum itself.
	block.write(' '.repeat(8), 148);
	block.write('0', 156);
	block.write('ustar\x0000', 257);
	const sum = block.reduce((total, byte) => total + byte, 0);
	block.write(`${octal(sum, 6)}\0 `, 148);
	return block;
}
