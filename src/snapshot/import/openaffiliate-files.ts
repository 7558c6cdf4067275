import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type YAMLParseError } from 'yaml';
import { explain } from '../../shared/explain.ts';
import { UserError } from '../../shared/user-error.ts';
import { requireShallow, tooDeep } from './table/limits.ts';

/**
 * Reads OpenAffiliate's folder of programs, with one YAML file for each program, as a registry.
 *
 * @throws UserError when a file is not YAML
 */
export function readProgramFiles(folder: string, names: readonly string[]): { readonly programs: readonly unknown[] } {
	const programs = names.map((name) => {
		const file = join(folder, name);
		const text = explain(() => readFileSync(file, 'utf8'), 'read', file);
		try {
			const program = parse(text, { maxAliasCount: 100 });
			requireShallow(file, program);
			return program;
		} catch (error) {
			if (error instanceof UserError) throw error;
			// What the library says when it runs out of stack, of which each level needs some.
			if ((error as YAMLParseError).code === 'RESOURCE_EXHAUSTION') throw tooDeep(file, error);
			throw new UserError(`${file} is not valid YAML: ${(error as Error).message.split('\n')[0]}`, { cause: error });
		}
	});
	return { programs };
}
