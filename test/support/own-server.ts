/** Folders, directories and servers of a file of tests. They are gone after its tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { CommandOptions } from './run-command.ts';
import { type ServerProcess, startServer } from './running-server.ts';
import { copyDirectory, type SmallDirectory } from './small-directory.ts';

export function ownFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'own-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

export function ownDirectory(name: Parameters<typeof copyDirectory>[0]): SmallDirectory {
	const directory = copyDirectory(name);
	afterAll(() => directory.remove());
	return directory;
}

export async function ownServer(
	folders: { readonly out: string; readonly state: string },
	options?: CommandOptions,
): Promise<ServerProcess> {
	const server = await startServer(folders, options);
	afterAll(async () => void (await server.stop('SIGKILL')));
	return server;
}
