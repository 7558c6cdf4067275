/** Reduces source files to what they do, so that comments, types and layout do not change the application's version. */
import { extname } from 'node:path';
import { transform as compileComponent } from '@astrojs/compiler-rs';
import { minifySync, transformSync } from 'rolldown/utils';

/** How to reduce a file, by the extension of its name. Other files count with every byte. */
const REDUCE: { readonly [extension: string]: (source: string, file: string) => string } = {
	'.ts': script,
	'.mjs': script,
	'.js': script,
	'.astro': component,
	// The compiler removes comments from the styles of components.
	'.css': (source) => component(`<style>${source}</style>`, 'style.astro'),
};

/**
 * Returns the code of a source file without comments and types. Returns the content of other files, and of files with
 * mistakes, as it is.
 *
 * @param file the path of the file in the project
 */
export function withoutComments(file: string, content: Buffer): string | Buffer {
	try {
		return REDUCE[extname(file)]?.(content.toString(), file) ?? content;
	} catch {
		return content;
	}
}

function script(source: string, file: string): string {
	const plain = transformSync(file, source, { tsconfig: false });
	const { code, errors } = minifySync('plain.mjs', plain.code, { compress: false, mangle: false });
	const [error] = [...plain.errors, ...errors];
	if (error !== undefined) throw new Error(error.message);
	return code;
}

function component(source: string, file: string): string {
	const { code, css, scripts, diagnostics } = compileComponent(source, { filename: file, compact: true });
	if (diagnostics.length > 0) throw new Error(diagnostics[0]!.text);
	return [script(code, 'component.ts'), ...css, JSON.stringify(scripts)].join('\n');
}
