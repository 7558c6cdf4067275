/**
 * Runs one of the project's scripts, or a tool from node_modules/.bin, on Node 26 or newer:
 *
 *     node scripts/launch.mjs scripts/build.ts --out var
 *     node scripts/launch.mjs vitest run
 *
 * Uses the Node that is running this file if it is new enough, otherwise the Node that npm installed with the project.
 * The folder of the chosen Node comes first on the PATH, so that child processes use the same Node. (A link from
 * node_modules/.bin to the installed Node would also do this, but npm 10 drops that link if package.json lists Node
 * packages for several platforms.)
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wrongLinesMessage } from '../src/config/env-file.mjs';
import { isMemoryScarce, killedMessage, memory } from '../src/shared/memory.mjs';

/** V8 flags for servers. In our measurements, these were the fastest for short responses. */
const SERVER_FLAGS = [
	// A small space keeps young objects in the processor's cache. The server then handles 3% more requests per second and
	// needs less memory.
	'--max-semi-space-size=4',
	// With these limits, V8 inlines more code than by default. The server then handles 3% more requests per second.
	'--max-inlined-bytecode-size=1500',
	'--max-inlined-bytecode-size-cumulative=4000',
	// V8 starts with a small heap and then collects it often. With this one, a server lists 10% more programs per second and
	// needs up to 60 MB more memory.
	...(isMemoryScarce() ? [] : ['--initial-old-space-size=128']),
];
/**
 * V8 flags for all other commands. They leave less space for young objects than V8 does by default, so a large build
 * needs 70 MB less memory and takes no longer.
 */
const OTHER_FLAGS = ['--max-semi-space-size=32'];
/**
 * V8 flags for all other commands where memory is scarce. A build of 750 programs then needs 340 MB instead of 620 MB, and
 * leaves enough for a server beside it.
 */
const SMALL_FLAGS = [
	'--max-semi-space-size=2',
	`--max-old-space-size=${Math.floor(memory() / 3 / 2 ** 20)}`,
	'--optimize-for-size',
];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = isNewEnough() ? process.execPath : installedNode(join(root, 'node_modules'));
const [command, ...args] = process.argv.slice(2);
if (command === undefined) fail('nothing to run. Name a script: node scripts/launch.mjs scripts/build.ts');

// With this cache, modules are compiled once instead of in each process. A command then starts in half the time, and a
// server needs about 25 MB less memory.
const cache = join(root, 'node_modules/.cache/node');
const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
// The benchmark gets the server flags too, because the servers that it starts inherit its flags.
const flags = /\b(serve|start|bench)\.ts$/.test(command) ? SERVER_FLAGS : isMemoryScarce() ? SMALL_FLAGS : OTHER_FLAGS;
const child = spawn(node, [...flags, ...environmentFile(), isScript(command) ? command : toolEntry(command), ...args], {
	// The channel closes if this process is killed. The project's commands then end too.
	stdio: ['inherit', 'inherit', 'inherit', ...(isScript(command) ? ['ipc'] : [])],
	env: { NODE_COMPILE_CACHE: cache, ASTRO_TELEMETRY_DISABLED: '1', ...process.env, PATH: path },
});
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of passedOn) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
	if (signal && !passedOn.includes(signal)) console.error(killedMessage(command, signal));
	process.exit(signal ? 128 + constants.signals[signal] : code);
});

/**
 * Returns the flag with which Node reads the settings in the file `.env` beside `site.json`, if there is one. A variable
 * that is set already wins over the file. Only the project's own commands read the file. Warns about lines that Node skips.
 */
function environmentFile() {
	const file = join(process.env.SITE_CONFIG || join(root, 'data'), '.env');
	// Node says so on stderr if the file of `--env-file-if-exists` is missing.
	const text = /^scripts\b/.test(command) ? readSettings(file) : undefined;
	if (text === undefined) return [];
	const message = wrongLinesMessage(file, text);
	if (message !== undefined) console.error(`warning: ${message}`);
	return [`--env-file=${file}`];
}

/** Returns undefined if there is no such file. Without its settings, a command could use another database. */
function readSettings(file) {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes(error.code)) return undefined;
		return fail(`${file} cannot be read (${error.code}). Let this user read it, or remove it.`);
	}
}

/** Whether this Node is version 26 or newer. The tests run on no older version. */
function isNewEnough() {
	return Number.parseInt(process.versions.node, 10) >= 26;
}

/**
 * Returns the path of the Node that npm installed for this platform. It is in the first `node_modules/node-*` folder
 * that contains an executable.
 */
function installedNode(modules) {
	const packages = existsSync(modules) ? readdirSync(modules).filter((name) => name.startsWith('node-')) : [];
	const found = packages
		.flatMap((name) => [join(modules, name, 'bin/node'), join(modules, name, 'bin/node.exe')])
		.find(existsSync);
	return (
		found ??
		fail(
			`this is Node ${process.versions.node}. Use Node 26 or newer, or run \`npm ci\`, which installs one for the project.`,
		)
	);
}

function isScript(name) {
	return /\.m?[jt]s$/.test(name);
}

/** Returns the path of a tool's JavaScript file. The path is a link that npm made in node_modules/.bin. */
function toolEntry(name) {
	const entry = join(root, 'node_modules/.bin', name);
	return existsSync(entry) ? entry : fail(`there is no tool called ${name} in node_modules/.bin.`);
}

function fail(message) {
	console.error(`launch: ${message}`);
	process.exit(1);
}
