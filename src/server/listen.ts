/** Listening on a port, and why it cannot be. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { UserError } from '../shared/user-error.ts';

/** Where a server listens. */
export interface Where {
	readonly host: string;
	/** 0 for any. */
	readonly port: number;
}

/** Where, and with whom. */
export interface ListenOptions extends Where {
	/** Other processes of this user may listen on it too: the system shares connections out. */
	readonly reusePort?: boolean;
}

/**
 * Listens; returns where.
 *
 * @throws UserError when the port cannot be had
 */
export async function listen(server: Server, { host, port, reusePort = false }: ListenOptions): Promise<string> {
	// Node would listen on every address.
	if (host === '') throw new UserError('The server cannot listen: HOST is empty. Set an address with --host or HOST.');
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, { host, port })));
		server.listen({ host, port, reusePort }, resolve);
	});
	return addressOf(server.address() as AddressInfo);
}

/**
 * Makes sure that nobody listens on a port; returns it, or for 0 a free one.
 *
 * @throws UserError when it cannot be had
 */
export async function findPort(where: Where): Promise<number> {
	const server = createServer();
	await listen(server, where);
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

function explain(error: NodeJS.ErrnoException, { host, port }: Where): unknown {
	const reason = {
		EADDRINUSE: `port ${port} is in use. Stop the program that uses it, or set another port with --port or PORT`,
		EACCES: `port ${port} needs more permissions. Set a port above 1023 with --port or PORT`,
		EADDRNOTAVAIL: `${host} is not an address of this machine. Set an address with --host or HOST`,
		ENOTFOUND: `there is no host ${host}. Set an address with --host or HOST`,
	}[error.code ?? ''];
	return reason === undefined ? error : new UserError(`The server cannot listen: ${reason}.`, { cause: error });
}

function addressOf({ address, port, family }: AddressInfo): string {
	const host = family === 'IPv6' ? `[${address}]` : address;
	return `http://${host.replace(/^(?:0\.0\.0\.0|\[::\])$/, '127.0.0.1')}:${port}`;
}
