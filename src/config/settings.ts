/**
 * The settings of all commands: their options, environment variables, defaults and meanings. Each command uses some of
 * these settings. src/docs/configure.md lists all of them.
 */
import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { nearWords, vocabularyOf } from '../shared/near-words.ts';
import { ACCOUNT_VARIABLES } from './account-settings.ts';
import {
	DEFAULT_CONNECTION_LIMITS,
	DEFAULT_RATE_LIMITS,
	KEEP_DISK,
	type ListenAddress,
	LOGGED_REQUESTS,
	type RateLimits,
	type TrustProxy,
} from './defaults.ts';
import { PLANS } from './plan.ts';

const RATE_LIMITS_EXAMPLE = 'free=60,claimed=300,pro=3000,invalid-keys=100';
const LIMITED: readonly string[] = [...PLANS, 'invalid-keys'];

function setting(flags: string, env: string, meaning: string, fallback?: string | number) {
	// Docker Compose passes unset variables as empty strings, so an empty variable counts as unset. Only an empty HOST is
	// kept. It makes the server refuse to start, because with an empty host, Node would listen on every address.
	if (process.env[env] === '' && env !== 'HOST') delete process.env[env];
	const option = new Option(flags, meaning).env(env);
	return fallback === undefined ? option : option.default(fallback);
}

export const SETTINGS = {
	snapshot: () => setting('--snapshot <file>', 'SNAPSHOT', 'the snapshot, a SQLite file', 'var/snapshot.sqlite'),
	out: () => setting('--out <folder>', 'OUT_DIR', 'the folder of releases', 'var/out'),
	historyDays: () =>
		setting('--history-days <n>', 'HISTORY_DAYS', 'for how many days the history of changes is kept', 90).argParser(
			wholeNumber(1, 36_500),
		),
	onFailure: () =>
		setting(
			'--on-failure <command>',
			'ON_FAILURE',
			'a program to run, with its arguments but without a shell, if the build fails or its release is held',
		),
	onPublish: () =>
		setting(
			'--on-publish <command>',
			'ON_PUBLISH',
			'a program to run, with its arguments but without a shell, when a release has become the current one',
		),
	keepDisk: () =>
		setting(
			'--keep-disk <gigabytes>',
			'KEEP_DISK',
			'how much disk the kept releases may use, in gigabytes',
			KEEP_DISK,
		).argParser(gigabytes),
	state: () => setting('--state <folder>', 'STATE_DIR', 'the folder for accounts and keys', 'var/state'),
	port: () =>
		setting('--port <n>', 'PORT', "the server's port, 0 for any free port", 4321).argParser(wholeNumber(0, 65535)),
	host: () => setting('--host <address>', 'HOST', 'the address to listen on', '127.0.0.1'),
	workers: () =>
		setting('--workers <n>', 'WORKERS', 'the number of server processes', 1).argParser(wholeNumber(1, 256)),
	siteUrl: () =>
		setting('--site-url <origin>', 'SITE_URL', 'the public address (default: "url" in site.json)').argParser(origin),
	metrics: () =>
		setting(
			'--metrics <address>',
			'METRICS',
			'the port of /metrics for Prometheus, or the address and the port (default: no metrics)',
		).argParser(listenAddress),
	logLevel: () =>
		setting('--log-level <level>', 'LOG_LEVEL', 'the lowest level to log', 'info').choices([
			'debug',
			'info',
			'warn',
			'error',
			'silent',
		]),
	logRequests: () =>
		setting(
			'--log-requests <which>',
			'LOG_REQUESTS',
			'the requests to log (default: all if the log level is debug or info, otherwise none)',
		).choices(LOGGED_REQUESTS),
	trustProxy: () =>
		setting(
			'--trust-proxy <proxies>',
			'TRUST_PROXY',
			'the proxies to trust with X-Forwarded-For: their number, or their addresses',
		).argParser(trustedProxies),
	rateLimits: () =>
		setting(
			'--rate-limits <limits>',
			'RATE_LIMITS',
			`requests per minute of an account on each plan, and with invalid keys from one IP address: ${RATE_LIMITS_EXAMPLE}`,
		).argParser(rateLimits),
	maxConnections: () =>
		setting(
			'--max-connections <n>',
			'MAX_CONNECTIONS',
			'the maximum number of open connections per process',
			DEFAULT_CONNECTION_LIMITS.total,
		).argParser(wholeNumber(1, 1e6)),
	maxConnectionsPerAddress: () =>
		setting(
			'--max-connections-per-address <n>',
			'MAX_CONNECTIONS_PER_ADDRESS',
			'the maximum number of open connections per IP address; trusted proxies are exempt',
			DEFAULT_CONNECTION_LIMITS.ofOneAddress,
		).argParser(wholeNumber(1, 1e6)),
} as const;

/** Parses a list of rate limits. What the list does not name keeps its default. */
export function rateLimits(text: string): RateLimits {
	const limits: { [name: string]: number } = {};
	for (const part of text.split(',')) {
		const [, name = '', number] = /^\s*([\w-]+)\s*=\s*([1-9]\d{0,8})\s*$/.exec(part) ?? [];
		if (!LIMITED.includes(name)) throw new InvalidArgumentError(`It must be a list such as ${RATE_LIMITS_EXAMPLE}.`);
		limits[name] = Number(number);
	}
	const { 'invalid-keys': failedKeys = DEFAULT_RATE_LIMITS.failedKeys, ...plans } = limits;
	return { plans, failedKeys };
}

/** Parses a port, or an address and a port: `9464`, `10.0.0.5:9464` or `[::]:9464`. */
function listenAddress(text: string): ListenAddress {
	const [, host = '127.0.0.1', port] = /^(?:\[?(.+?)\]?:)?(\d{1,5})$/.exec(text) ?? [];
	if (port !== undefined && Number(port) <= 65_535) return { host, port: Number(port) };
	throw new InvalidArgumentError('It must be a port such as 9464, or an address and a port such as 10.0.0.5:9464.');
}

/** Makes a parser for whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (/^\d+$/.test(text) && value >= least && value <= most) return value;
		throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
	};
}

function gigabytes(text: string): number {
	const value = Number(text);
	if (/^\d+(?:\.\d+)?$/.test(text) && value <= 1e6) return value;
	throw new InvalidArgumentError('It must be a number of gigabytes, such as 2 or 0.5.');
}

/** Parses the number of trusted proxies, or a list of their addresses and networks. */
function trustedProxies(text: string): TrustProxy {
	if (/^\d$/.test(text)) return Number(text);
	const networks = text.split(',').map((part) => part.trim());
	const wrong = networks.filter(
		(network) => !z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(network).success,
	);
	if (wrong.length === 0) return networks;
	throw new InvalidArgumentError(
		'It must be the number of proxies, from 0 to 9, or their addresses, separated by commas, such as 10.0.0.0/8,2001:db8::1.',
	);
}

/** Parses an origin: a scheme and a host, perhaps with a port, but without a path. See decisions, `{base_url}`. */
export function origin(text: string): string {
	if (/^https?:\/\//i.test(text) && URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '')) {
		return new URL(text).origin;
	}
	throw new InvalidArgumentError('It must be an origin such as https://directory.example, without a path.');
}

/** The environment variables that the commands read. */
export const VARIABLES: readonly string[] = [
	...Object.values(SETTINGS).map((setting) => setting().envVar!),
	...ACCOUNT_VARIABLES,
	'DATABASE_URL',
	'SITE_CONFIG',
	'OPERATOR_TOKEN',
	'NODE_COMPILE_CACHE',
];

/** What `nearWords` says about a word with the same first letter and one wrong, missing, added or swapped letter. */
const ONE_TYPO = 1.5;
/** Shorter names are one letter away from those of other programs, such as HOST from HOSTS. */
const SHORTEST = 6;

/** Says which variables are probably misspelled settings. Nothing reads them, so their settings have no effect. */
export function misspelledVariables(environment: NodeJS.ProcessEnv): string[] {
	const table = vocabularyOf(VARIABLES.toSorted());
	const names = Object.keys(environment).filter((name) => name.length >= SHORTEST && !VARIABLES.includes(name));
	return names.flatMap((name) => {
		const [nearest] = nearWords(table, name, false);
		if (nearest === undefined || nearest.cost > ONE_TYPO || nearest.word in environment) return [];
		return [`${name} is no setting, so it has no effect. Did you mean ${nearest.word}?`];
	});
}
