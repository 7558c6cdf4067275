/** Directories and servers of a file of tests. They are gone after its tests. */
import { afterAll } from 'vitest';
import type { CommandOptions } from './run-command.ts';
import { type ServerProcess, startServer } from './running-server.ts';
import { copyDirectory, type SmallDirectory } from './small-directory.ts';

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
