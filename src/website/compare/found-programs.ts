import type { Directory } from '../../api/directory.ts';
import type { programItem } from '../../catalog/views.ts';
import { type ListedProgram, listedProgram } from '../directory/listed-program.ts';

/** Returns the first programs that match a search, in the API's default order. */
export function foundPrograms(directory: Pick<Directory, 'search'>, q: string, limit: number): ListedProgram[] {
	const { items } = directory.search({ q, offset: 0, limit });
	const json = Buffer.alloc(items.length);
	items.copyTo(json, 0);
	const programs: ReturnType<typeof programItem>[] = JSON.parse(`[${json}]`);
	return programs.map(listedProgram);
}
