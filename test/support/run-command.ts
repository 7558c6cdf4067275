/** Runs the project's commands as a user does. Each command runs in its own process, with only the given settings. */
import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SETTINGS =
	/^(?:SITE_CONFIG|SNAPSHOT|OUT_DIR|HISTORY_DAYS|STATE_DIR|PORT|HOST|SITE_URL|LOG_LEVEL|TRUST_PROXY|RATE_LIMITS|DATABASE_URL|SMTP_URL|MAIL_FROM|AUTH_SECRET|ON_FAILURE|ON_PUBLISH|REQUIRE_TWO_FACTOR|WORKERS|MAX_CONNECTIONS.*|GITHUB_CLIENT.*|GOOGLE_CLIENT.*|NODE_OPTIONS|VITEST.*|NODE_ENV)$/;

export interface CommandOptions {
	/** Variables to add to the environment. It contains no settings of the user who runs the tests. */
	readonly env?: { readonly [name: string]: string };
	/** Whether to start the command through `scripts/launch.mjs`, like `npm run`. */
	readonly launched?: boolean;
	/** The folder of another checkout of the project. */
	readonly cwd?: string;
	/** Ends the command after this number of milliseconds if it has not ended on its own. */
	readonly timeout?: number;
}

export interface Finished {
	/** The exit status, or null if a signal ended the command. */
	readonly status: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

const SCRIPTS: { readonly [name: string]: string } = packageJson.scripts;

/** Returns the file of `npm run NAME`, relative to the project. */
export const scriptOf = (name: string) => SCRIPTS[name]?.replace('exec node scripts/launch.mjs ', '') ?? name;

/** Starts the script of `npm run NAME`, or the file of that name. Its standard output and error are pipes. */
export function startCommand(name: string, args: readonly string[], options: CommandOptions = {}): ChildProcess {
	const script = scriptOf(name);
	return spawn(process.execPath, options.launched ? ['scripts/launch.mjs', script, ...args] : [script, ...args], {
		cwd: options.cwd ?? ROOT,
		env: { ...inherited(), ...options.env },
		stdio: ['ignore', 'pipe', 'pipe'],
		...(options.timeout === undefined ? {} : { timeout: options.timeout }),
	});
}

/** Runs the script of `npm run NAME` to its end. */
export async function runCommand(
	name: string,
	args: readonly string[],
	options: CommandOptions = {},
): Promise<Finished> {
	const child = startCommand(name, args, options);
	const [stdout, stderr, status] = await Promise.all([text(child.stdout!), text(child.stderr!), exitOf(child)]);
	return { status, stdout, stderr };
}

/** Runs a command that must succeed, and returns its standard output. */
export async function succeed(name: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
	const { status, stdout, stderr } = await runCommand(name, args, options);
	if (status !== 0) throw new Error(`${name} ${args.join(' ')} exited with ${status}:\n${stderr}`);
	return stdout;
}

/** Waits until a process ends. Returns its exit status, or null if a signal ended it. */
export function exitOf(child: ChildProcess): Promise<number | null> {
	if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
	return new Promise((resolve, reject) => {
		child.once('exit', resolve);
		child.once('error', reject);
	});
}

function inherited(): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name)));
}
