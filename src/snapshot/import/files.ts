import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { KINDS } from '../../catalog/records.ts';
import { explain } from '../../shared/explain.ts';
import { UserError } from '../../shared/user-error.ts';
import { withSnapshot } from '../open.ts';
import { findSource, type NamedSource } from '../sources.ts';
import { csvSource, ownKind } from './csv.ts';
import { isRegistry, openAffiliateSource } from './openaffiliate.ts';
import type { Source } from './source.ts';
import { openTable, openYamlFolder } from './table/open-table.ts';
import type { Table } from './table/table.ts';

/** Makes the source for a table that is not in a known format, such as a spreadsheet, with a mapping. */
export type SourceOfTable = (table: Table) => Source | Promise<Source>;

/** Opens files by their paths. For the path of a folder, opens all CSV files in that folder, or all YAML files. */
export async function openSources(paths: readonly string[], sourceOfTable: SourceOfTable): Promise<Source[]> {
	const sourceOf: SourceOfTable = (table) => (isRegistry(table) ? openAffiliateSource(table) : sourceOfTable(table));
	const sources: Source[] = [];
	for (const path of paths) {
		if (!explain(() => statSync(path), 'read', path).isDirectory()) sources.push(await openSource(path, sourceOf));
		else sources.push(...(await openFolder(path, sourceOf)));
	}
	return sources;
}

/**
 * Whether a file in a folder is imported, judging by its name. Hidden files are not imported, because some editors and
 * systems create them.
 */
export function isCsvFile(name: string): boolean {
	return /^[^.].*\.csv$/i.test(name);
}

/** The endings of the files that can be imported. */
const TABLE_FILE = /\.(?:csv|tsv|tab|txt|json|ndjson|jsonl|xlsx|xlsm|ods)$/i;

const KNOWN_FILES = `You can import CSV files such as ${KINDS.map((kind) => `${kind}.csv`).join(', ')}, spreadsheets (.xlsx, .ods), JSON, and OpenAffiliate's registry.json.`;

async function openFolder(folder: string, sourceOf: SourceOfTable): Promise<Source[]> {
	const names = explain(() => readdirSync(folder), 'read', folder).sort();
	const tables = names.filter(isCsvFile);
	const programs = names.filter((name) => /^[^.].*\.ya?ml$/i.test(name));
	if (tables.length > 0) {
		const sources: Source[] = [];
		for (const name of tables) sources.push(await openSource(join(folder, name), sourceOf));
		return sources;
	}
	if (programs.length > 0) {
		return [await sourceOf(openYamlFolder(folder, programs))];
	}
	throw new UserError(`The folder ${folder} has no CSV files. ${KNOWN_FILES}`);
}

/** Reading a pipe could wait for ever, and reading a device might never end. */
function requireFile(path: string): void {
	if (explain(() => statSync(path), 'read', path).isFile()) return;
	throw new UserError(`Cannot import ${path}: it is not a regular file. Copy its content into a file first.`);
}

async function openSource(file: string, sourceOf: SourceOfTable): Promise<Source> {
	requireFile(file);
	if (!TABLE_FILE.test(basename(file))) {
		throw new UserError(`Cannot import ${file}: unknown kind of file. ${KNOWN_FILES}`);
	}
	const read = () => explain(() => readFileSync(file), 'read', file);
	const bytes = read();
	if (/\.csv$/i.test(file)) {
		const kind = ownKind(file, bytes);
		if (kind !== undefined) return csvSource(file, kind, read);
	}
	return sourceOf(openTable(file, bytes));
}

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
 * Finds the source that a user wants to import: the files with these paths, or a source that the snapshot knows by
 * name.
 *
 * @param name the name of the source, if the user gave it. By default, a source is named after its file or folder
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
