/** Publishes, lists and removes releases. The file that names the current release is replaced in one step. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { explain } from '../shared/explain.ts';
import { syncToDisk } from '../shared/files.ts';
import { shellWord } from '../shared/text.ts';
import { UserError } from '../shared/user-error.ts';
import { KINDS, type PublicationKind } from './journal.ts';
import { buildingPath, currentFile, releaseFolder, releasesFolder } from './layout.ts';

/** What the file with the current release says. */
interface Current {
	readonly release: string;
	/** What made it current. If the file does not say so, a user has written it. */
	readonly kind: PublicationKind;
}

/** Returns undefined if there is no current release, or only one of an early version, which had a link instead of the file. */
export function readCurrent(out: string): Current | undefined {
	try {
		return parseCurrent(readFileSync(currentFile(out), 'utf8'));
	} catch (error) {
		// The code is ENOTDIR if `out` is a file.
		if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
		throw error;
	}
}

/** @param text the content of the file that names the current release */
export function parseCurrent(text: string): Current {
	const [release, word] = text.trim().split(' ');
	return { release: release!, kind: KINDS.find((kind) => kind === word) ?? 'hand' };
}

/** The ID of the current release, if there is one. */
export const currentRelease = (out: string) => readCurrent(out)?.release;

/** @throws UserError when there is none */
export function needCurrentRelease(out: string): string {
	const id = explain(() => currentRelease(out), 'read', currentFile(out));
	if (id !== undefined) return id;
	throw new UserError(
		`There is no release in ${out}. Build one: npm run build -- --snapshot FILE --out ${shellWord(out)}`,
	);
}

/** Makes the release `id` the current one. Servers notice the change. @throws UserError when the file cannot be written */
export function publish(out: string, id: string, kind: PublicationKind): void {
	const file = buildingPath(out, 'current');
	try {
		explain(() => writeFileSync(file, `${id} ${kind}\n`), 'write', file);
		syncToDisk(file);
		renameSync(file, currentFile(out));
	} finally {
		rmSync(file, { force: true });
	}
}

/** The IDs of all releases. */
export function listReleases(out: string): string[] {
	return readdirSync(releasesFolder(out)).filter((name) => !name.startsWith('.'));
}

export function otherReleases(out: string, id: string | undefined): string[] {
	return listReleases(out).filter((name) => name !== id);
}

/** @throws UserError if the release does not exist. The message lists the releases that exist */
export function needRelease(out: string, id: string): void {
	const ids = explain(() => listReleases(out), 'read', out);
	if (ids.includes(id)) return;
	throw new UserError(
		ids.length === 0
			? `There are no releases in ${out}. Build one: npm run build -- --out ${shellWord(out)}`
			: `There is no release ${id} in ${out}. Existing releases: ${ids.sort().join(', ')}.`,
	);
}

/** Removes a release. If this is interrupted, the half-removed folder does not look like a release. */
export function removeRelease(out: string, id: string): void {
	if (!existsSync(releaseFolder(out, id))) return;
	const removed = buildingPath(out, id);
	renameSync(releaseFolder(out, id), removed);
	rmSync(removed, { recursive: true, force: true });
}
