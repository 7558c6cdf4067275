/**
 * Every setting of every command, once: its option, its environment variable, its default, its meaning. A command takes
 * the ones it needs; the README's configuration table lists them all.
 */
import { Command, InvalidArgumentError, Option } from 'commander';

function setting(flags: string, env: string, meaning: string, fallback?: string | number) {
	const option = new Option(flags, meaning).env(env);
	return fallback === undefined ? option : option.default(fallback);
}

export const SETTINGS = {
	snapshot: () => setting('--snapshot <file>', 'SNAPSHOT', 'the snapshot, one SQLite file', 'var/snapshot.sqlite'),
	out: () => setting('--out <folder>', 'OUT_DIR', 'where releases are', 'var/out'),
	state: () => setting('--state <folder>', 'STATE_DIR', 'where accounts and keys are', 'var/state'),
	port: () => setting('--port <n>', 'PORT', 'the port to listen on, 0 for any', 4321).argParser(wholeNumber(0, 65535)),
	host: () => setting('--host <address>', 'HOST', 'the address to listen on', '127.0.0.1'),
	siteUrl: () =>
		setting('--site-url <origin>', 'SITE_URL', 'the public address (default: "url" in data/site.json)').argParser(
			origin,
		),
	logLevel: () =>
		setting('--log-level <level>', 'LOG_LEVEL', 'what to log, and whatever is worse', 'info').choices([
			...['debug', 'info', 'warn', 'error', 'silent'],
		]),
} as const;

/** The settings that come by environment alone, where there is no command line. */
export function readSettings(): { out: string; state: string; siteUrl?: string; logLevel: string } {
	const options = [SETTINGS.out(), SETTINGS.state(), SETTINGS.siteUrl(), SETTINGS.logLevel()];
	return options
		.reduce((command, option) => command.addOption(option), new Command())
		.parse([], { from: 'user' })
		.opts();
}

/** A parser of whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (/^\d+$/.test(text) && value >= least && value <= most) return value;
		throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
	};
}

/** An origin: scheme and host, without a path (decisions, `{base_url}`). */
export function origin(text: string): string {
	if (/^https?:\/\//i.test(text) && URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '')) {
		return new URL(text).origin;
	}
	throw new InvalidArgumentError('It must be an origin such as https://directory.example, without a path.');
}
