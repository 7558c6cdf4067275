/** Selects the importer for each file. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nearWord } from '../../catalog/near-word.ts';
import { KINDS } from '../../catalog/records.ts';
import { explain } from '../../shared/explain.ts';
import { UserError } from '../../shared/user-error.ts';
import { csvSource } from './csv.ts';
import { parseJson } from './json.ts';
import { openAffiliateSource } from './openaffiliate.ts';
import type { Source } from './source.ts';

/**
 * Opens files by their paths. For the path of a folder, opens all CSV files in that folder.
 *
 * @throws UserError when a file is missing, unreadable or of an unknown format
 */
export function openSources(paths: readonly string[]): Source[] {
	return paths.flatMap(filesOf).map((file) => openSource(file));
}

/**
 * Whether a file in a folder is imported, judging by its name. Hidden files are not imported, because some editors and
 * systems create them.
 */
export function isCsvFile(name: string): boolean {
	return /^[^.].*\.csv$/i.test(name);
}

function filesOf(path: string): string[] {
	if (!explain(() => statSync(path), 'read', path).isDirectory()) return [path];
	const names = explain(() => readdirSync(path), 'read', path).filter(isCsvFile);
	if (names.length === 0) throw new UserError(`The folder ${path} has no CSV files. ${KNOWN_FILES}`);
	return names.sort().map((name) => join(path, name));
}

const CSV_FILES = KINDS.map((kind) => `${kind}.csv`);
const KNOWN_FILES = `You can import these files: ${CSV_FILES.join(', ')}, and OpenAffiliate's registry.json.`;

/**
 * Reading a pipe could wait for ever, and reading a device might never end.
 *
 * @throws UserError when the path, or what it links to, is a pipe, a device, a socket or a folder
 */
function requireFile(path: string): void {
	if (explain(() => statSync(path), 'read', path).isFile()) return;
	throw new UserError(`Cannot import ${path}: it is not a regular file. Copy its content into a file first.`);
}

function openSource(file: string): Source {
	const name = basename(file).toLowerCase();
	requireFile(file);
	const read = () => explain(() => readFileSync(file), 'read', file);
	if (name.endsWith('.json')) return openAffiliateSource(file, parseJson(file, read()));
	const kind = KINDS.find((candidate) => name === `${candidate}.csv`);
	if (kind) return csvSource(file, kind, read);
	const meant = nearWord(name, CSV_FILES);
	const advice = meant === undefined ? '' : `Did you mean ${meant}? `;
	throw new UserError(`Cannot import ${file}: unknown kind of file. ${advice}${KNOWN_FILES}`);
}
