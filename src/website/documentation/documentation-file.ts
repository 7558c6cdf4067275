import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../shared/project.ts';

/** Reads the file in src/docs/ from which the documentation page at `address` is made. */
export function documentationFile(address: string): string {
	return readFileSync(join(PROJECT, 'src/docs', `${address.split('/').at(-2)}.md`), 'utf8');
}
