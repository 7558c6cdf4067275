/**
 * Every setting of every command, once: its option, its environment variable, its default, its meaning. A command takes
 * the ones it needs; the README's configuration table lists them all.
 */
import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import type { Plan } from '../accounts/account.ts';
import type { TrustProxy } from '../limits/address.ts';
import { DEFAULT_RATE_LIMITS } from '../limits/api-limits.ts';

function setting(flags: string, env: string, meaning: string, fallback?: string | number) {
	// Compose files pass on what nobody set as nothing. An empty HOST is refused: it would mean every address.
	if (process.env[env] === '' && env !== 'HOST') delete process.env[env];
	const option = new Option(flags, meaning).env(env);
	return fallback === undefined ? option : option.default(fallback);
}

export const SETTINGS = {
	snapshot: () => setting('--snapshot <file>', 'SNAPSHOT', 'the snapshot, one SQLite file', 'var/snapshot.sqlite'),
	out: () => setting('--out <folder>', 'OUT_DIR', 'where releases are', 'var/out'),
	state: () => setting('--state <folder>', 'STATE_DIR', 'where accounts and keys are', 'var/state'),
	port: () => setting('--port <n>', 'PORT', 'the port to listen on, 0 for any', 4321).argParser(wholeNumber(0, 65535)),
	host: () => setting('--host <address>', 'HOST', 'the address to listen on', '127.0.0.1'),
	workers: () =>
		setting('--workers <n>', 'WORKERS', 'how many processes serve together', 1).argParser(wholeNumber(1, 256)),
	siteUrl: () =>
		setting('--site-url <origin>', 'SITE_URL', 'the public address (default: "url" in data/site.json)').argParser(
			origin,
		),
	logLevel: () =>
		setting('--log-level <level>', 'LOG_LEVEL', 'what to log, and whatever is worse', 'info').choices([
			...['debug', 'info', 'warn', 'error', 'silent'],
		]),
	trustProxy: () =>
		setting(
			'--trust-proxy <who>',
			'TRUST_PROXY',
			'whose X-Forwarded-For to believe: how many proxies, or their addresses',
		).argParser(trustedProxies),
	rateLimitFree: () => rateLimit('free'),
	rateLimitClaimed: () => rateLimit('claimed'),
	rateLimitPro: () => rateLimit('pro'),
	failedKeys: () =>
		setting(
			'--rate-limit-failed-keys <n>',
			'RATE_LIMIT_FAILED_KEYS',
			'requests a minute without a valid key that an address may make',
			DEFAULT_RATE_LIMITS.failedKeys,
		).argParser(wholeNumber(1, 1e9)),
} as const;

function rateLimit(plan: Plan) {
	const meaning = `requests a minute of a key whose account is on ${plan} (default: any number)`;
	return setting(`--rate-limit-${plan} <n>`, `RATE_LIMIT_${plan.toUpperCase()}`, meaning).argParser(
		wholeNumber(1, 1e9),
	);
}

/** A parser of whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (/^\d+$/.test(text) && value >= least && value <= most) return value;
		throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
	};
}

/** A number of proxies, or their addresses and networks with commas between. */
export function trustedProxies(text: string): TrustProxy {
	if (/^\d$/.test(text)) return Number(text);
	const networks = text.split(',').map((part) => part.trim());
	const wrong = networks.filter(
		(network) => !z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(network).success,
	);
	if (wrong.length === 0) return networks;
	throw new InvalidArgumentError('It must be a number of proxies, or addresses such as 10.0.0.0/8, 2001:db8::1.');
}

/** An origin: scheme and host, without a path (decisions, `{base_url}`). */
export function origin(text: string): string {
	if (/^https?:\/\//i.test(text) && URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '')) {
		return new URL(text).origin;
	}
	throw new InvalidArgumentError('It must be an origin such as https://directory.example, without a path.');
}
