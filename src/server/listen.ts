import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import type { ListenAddress } from '../config/defaults.ts';
import { UserError } from '../shared/user-error.ts';

/** The variables that set the address, for messages. */
const VARIABLES = { host: 'HOST', port: 'PORT' };

/**
 * Starts to listen. Returns the URL of the server.
 *
 * @param source the socket or the options for Node, if they are not just the address
 * @param variables the variables that set the address, for messages
 * @throws UserError when the host or the port cannot be used
 */
export async function listen(
	server: Server,
	where: ListenAddress,
	source: ListenOptions | Socket = { ...where },
	variables = VARIABLES,
): Promise<string> {
	// With an empty host, Node would listen on all addresses.
	if (where.host === '') {
		throw new UserError(
			`The server cannot listen: ${variables.host} is empty. Set an address with ${setWith(variables.host)}.`,
		);
	}
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, where, variables)));
		server.listen(source, resolve);
	});
	return addressOf(server.address() as AddressInfo);
}

/**
 * Checks that a port is free. Returns the address and the port as numbers. For port 0, finds any free port.
 *
 * @throws UserError when the host or the port cannot be used
 */
export async function findAddress(where: ListenAddress): Promise<ListenAddress> {
	const server = createServer();
	await listen(server, where);
	const { address: host, port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return { host, port };
}

/** Names the option and the variable of a setting. */
function setWith(variable: string): string {
	return `--${variable.toLowerCase().replace('_', '-')} or ${variable}`;
}

function explain(error: NodeJS.ErrnoException, { host, port }: ListenAddress, variables: typeof VARIABLES): unknown {
	const [setHost, setPort] = [setWith(variables.host), setWith(variables.port)];
	const reason = {
		EADDRINUSE: `port ${port} is in use. Stop the program that uses it, or set another port with ${setPort}`,
		EACCES: `port ${port} needs more permissions. Set a port above 1023 with ${setPort}`,
		EADDRNOTAVAIL: `${host} is not an address of this machine. Set an address with ${setHost}`,
		ENOTFOUND: `there is no host ${host}. Set an address with ${setHost}`,
	}[error.code ?? ''];
	return reason === undefined ? error : new UserError(`The server cannot listen: ${reason}.`, { cause: error });
}

function addressOf({ address, port, family }: AddressInfo): string {
	const host = family === 'IPv6' ? `[${address}]` : address;
	return `http://${host.replace(/^(?:0\.0\.0\.0|\[::\])$/, '127.0.0.1')}:${port}`;
}
