import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { explain } from '../../shared/explain.ts';
import { UserError } from '../../shared/user-error.ts';
import { withSnapshot } from '../open.ts';
import { findSource, type NamedSource } from '../sources.ts';

/** The name of a source, and the absolute path of its file or folder. */
export type SourceName = Pick<NamedSource, 'name' | 'path'>;

export interface SourceToImport {
	readonly source: SourceName;
	/** The paths of its files, or of its folder. */
	readonly paths: readonly string[];
	/** The mappings that were used at its last import, as JSON. */
	readonly mapping: string | null;
}

/**
 * Finds the source that a user wants to import: the files with these paths, or a source that the snapshot knows by name.
 *
 * @param given paths, or one name
 * @param name the name of the source, if the user gave it. By default, a source is named after its file or folder
 * @throws UserError when there is no such file, or when the snapshot has another source of the same name
 */
export function findSourceToImport(snapshot: string, given: readonly string[], name?: string): SourceToImport {
	const known = (one: string) =>
		existsSync(snapshot) ? withSnapshot(snapshot, (db) => findSource(db, one)) : undefined;
	const [first] = given as [string];
	const named = given.length === 1 && !existsSync(first) ? known(first) : undefined;
	if (named !== undefined) return { source: named, paths: [named.path], mapping: named.mapping };
	const path = resolve(given.length === 1 ? first : dirname(first));
	const isFolder = explain(() => statSync(path), 'read', given.length === 1 ? first : path).isDirectory();
	const source = { name: name ?? basename(path, isFolder ? '' : extname(path)), path };
	const earlier = known(source.name);
	if (name === undefined && earlier !== undefined && earlier.path !== path) {
		throw new UserError(
			`The source ${source.name} was last imported from ${earlier.path}, not from ${path}. If both are the same source, add --source ${source.name}. If not, give this one a name of its own with --source.`,
		);
	}
	return { source, paths: given, mapping: earlier?.mapping ?? null };
}
