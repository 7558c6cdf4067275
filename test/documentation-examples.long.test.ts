/** Runs every example of the documentation as it is printed. */
import { type ChildProcess, execFile, spawnSync } from 'node:child_process';
import {
	cpSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../src/shared/project.ts';
import { freePort } from './bench/servers.ts';
import { PARTS } from './support/project-copy.ts';
import { startCommand, succeed } from './support/run-command.ts';
import { listening, type ServerProcess, withCheapScrypt } from './support/running-server.ts';

/** Runs a query on the exported database. */
const QUERY = `
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
const sql = readFileSync(process.argv[1], 'utf8');
console.log(new DatabaseSync('directory.sqlite').prepare(sql).all());`;

/** The languages of examples: the extension of their files, and the command that runs a file. */
const LANGUAGES: { readonly [language: string]: readonly [ending: string, ...command: string[]] } = {
	sh: ['sh', 'bash', '-e'],
	console: ['sh', 'bash', '-e'],
	ts: ['mts', process.execPath],
	python: ['py', 'python3'],
	php: ['php', 'php'],
	sql: ['sql', process.execPath, '--input-type=module', '-e', QUERY, '--'],
};
/** The languages of blocks that only show text, such as responses and settings. */
const TEXT = ['ini', 'json', 'md', 'toml', 'yaml', 'http', 'text'];

/** Texts of examples that cannot run here, and why. */
const NOT_RUN: { readonly [text: string]: string } = {
	'npm ci': 'downloads all packages. test/e2e/start.test.ts runs `npm start`',
	'npm start': 'serves until it is stopped. test/e2e/start.test.ts runs it',
	'npm run serve': 'serves until it is stopped, and needs PostgreSQL',
	'npm run edit': 'edits until it is stopped. test/e2e/edit.long.test.ts runs it',
	'npm run test:long': 'runs all tests',
	'vitest run': 'runs tests',
	'npm test': 'runs tests',
	'npm run logos -- fetch': 'needs the internet',
	'npm run state -- copy': 'needs PostgreSQL. test/state/copy.test.ts runs it',
	useradd: 'changes the system',
	createuser: 'changes the PostgreSQL of this machine. test/state/postgres.test.ts makes a database',
	systemctl: 'changes the system',
	prop_8f3kQ2mN4xYz01Ab: 'needs a review that was sent. test/editor/proposals/accept-review.test.ts decides about one',
	prop_7hK2mQx9TzR4bVcW: 'needs a proposal. test/editor/proposals/take-in.test.ts decides about some',
	'curl -X PATCH': 'needs a claimed organization. test/contract has requests that change something',
	'npm run restore': 'needs a stopped server. test/state/backup.test.ts runs it',
	'https://directory.example/v1/webhooks':
		'needs the Pro plan. test/server/webhooks/webhooks.long.test.ts adds webhooks',
	'server.listen(8080)': 'serves until it is stopped. test/client/verify-webhook.test.ts calls verifyWebhook',
	'client.createWebhook': 'needs a public server. test/contract/client-account.test.ts calls it',
	'client.updateProgram': 'needs a claimed organization. test/contract/client-account.test.ts calls it',
	'claude mcp add': 'changes the settings of an agent',
	"  type: 'link',": 'is a part of a file',
	"  kind: 'term',": 'is a part of a file',
};

/** What the examples of a guide print, if more is known than that they print something. */
const OUTPUT: { readonly [guide: string]: RegExp } = {
	authentication: /"program_count":/,
	errors: /INVALID_PARAMETER[\s\S]*sort It must be one of/,
	caching: /^304$/m,
	limits: /^200\n$/,
	webhooks: /^true\n$/,
	pagination: /^(?:\S+\n){101,}$|"page":2,"per_page":10/,
	search: /"total":[1-9]|"did_you_mean":"newsletters"/,
};

/** Examples that print nothing here. The snapshot has no changes of the program that the query names. */
const SILENT = ['read -rs', 'sqlite3 var/snapshot.sqlite'];

interface Example {
	readonly guide: string;
	readonly language: string;
	readonly code: string;
}

/** All blocks of code in the documentation. */
const BLOCKS: readonly Example[] = ['README.md', ...globSync('src/docs/*.md', { cwd: PROJECT }).sort()].flatMap(
	(file) => {
		const text = readFileSync(join(PROJECT, file), 'utf8');
		return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)].map(([, , language, code]) => ({
			guide: /(\w[\w-]*)\.md$/.exec(file)![1]!,
			language: language!,
			code: code!,
		}));
	},
);
const PROGRAMS = BLOCKS.filter(({ language }) => language !== '' && !TEXT.includes(language));
const reasonsFor = ({ code }: Example) => Object.keys(NOT_RUN).filter((text) => code.includes(text));

/** The programs of examples that are not installed on this machine. */
const MISSING = ['curl', 'python3', 'php', 'sqlite3'].filter(
	(name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status !== 0,
);
const missingFor = ({ language, code }: Example) =>
	MISSING.filter((name) => LANGUAGES[language]?.includes(name) || code.includes(`${name} `));

const root = mkdtempSync(join(tmpdir(), 'examples-'));
/** A checkout, in which the commands of operators run. Its directory is served. */
const project = join(root, 'affiliate-program-directory');
/** The project of a client, in which all other examples run. */
const folder = join(root, 'your-project');
let server: ServerProcess;
let origin: string;
let release: string;
const env: { [name: string]: string } = {};

beforeAll(async () => {
	mkdirSync(project);
	for (const part of [...PARTS, 'node_modules']) {
		// npm changes these files, so they are copies.
		if (part.startsWith('package')) cpSync(join(PROJECT, part), join(project, part));
		else symlinkSync(join(PROJECT, part), join(project, part));
	}
	const [snapshot, out, state] = ['snapshot.sqlite', 'out', 'state'].map((name) => join(project, 'var', name));
	await succeed('import', ['data/sample', '--snapshot', snapshot!]);
	// Twice as many programs, so that lists have more than one page.
	const db = new Database(snapshot);
	db.exec(`CREATE TEMP TABLE copies AS SELECT * FROM programs;
		UPDATE copies SET slug = slug || '-copy', name = name || ' copy';
		INSERT INTO programs SELECT * FROM copies`);
	const build = async () => succeed('build', ['--snapshot', snapshot!, '--out', out!, '--json']);
	await build();
	db.exec("UPDATE programs SET commission_rate = 35 WHERE slug = 'larkpost'");
	db.close();
	release = JSON.parse(await build()).release;
	await succeed('accounts', ['create', '--email', 'reader@site.example', '--plan', 'pro', '--state', state!]);
	const made = await succeed('keys', ['create', '--account', 'reader@site.example', '--name', 'x', '--state', state!]);
	const port = await freePort();
	// The server knows its address, so that examples can follow the links of lists.
	origin = `http://127.0.0.1:${port}`;
	const args = ['--out', out!, '--state', state!, '--port', String(port), '--site-url', origin];
	server = await listening(startCommand('serve', args, { env: withCheapScrypt() }));
	Object.assign(env, {
		PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
		HOME: root,
		API_KEY: made.trim(),
	});
	// What examples name: a folder of CSV files, and the client.
	symlinkSync(join(PROJECT, 'data/sample'), join(project, 'FOLDER'));
	mkdirSync(folder);
	writeFileSync(join(folder, 'package.json'), '{}');
	await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', `${origin}/client.tgz`], {
		cwd: folder,
		env,
	});
}, 15 * 60_000);
afterAll(async () => {
	await server?.stop('SIGKILL');
	rmSync(root, { recursive: true });
});

/**
 * Replaces what is different in each directory: its address, the IDs of releases, and folders of the system. A command
 * whose comment says that it exits with a status must exit with it.
 */
function localize(code: string): string {
	return code
		.replaceAll(/https:\/\/directory\.example|http:\/\/127\.0\.0\.1:4321/g, origin)
		.replaceAll('/var/lib/', `${root}/var/lib/`)
		.replaceAll('PROGRAM_SLUG', 'larkpost')
		.replaceAll('publish -- ID', `publish -- ${release}`)
		.replaceAll(/^(.*) # exits with (\d).*$/gm, 'status=0; $1 || status=$?; [ $status = $2 ]');
}

/**
 * Runs an example as if its lines were pasted, and the key typed. Returns the text that it wrote to standard output and
 * to files, and to standard error.
 */
async function run({ language, code }: Example): Promise<{ readonly output: string; readonly said: string }> {
	const [ending, program, ...args] = LANGUAGES[language]!;
	const cwd = /npm run|var\//.test(code) ? project : folder;
	const file = join(cwd, `example.${ending}`);
	writeFileSync(file, localize(code));
	const start = Date.now();
	const running = promisify(execFile)(program!, [...args, file], { env, cwd, maxBuffer: 2 ** 26 });
	(running.child as ChildProcess).stdin!.end(`${env.API_KEY}\n`);
	const { stdout, stderr } = await running;
	const written = globSync('*.{json,ndjson,sqlite,etag}', { cwd }).map((name) => join(cwd, name));
	const files = written.filter((path) => statSync(path).mtimeMs >= start).map((path) => readFileSync(path, 'latin1'));
	return { output: stdout + files.join(''), said: stderr };
}

describe('An example of the documentation', () => {
	// Commands of operators change the directory, so they run last.
	const examples = PROGRAMS.filter((example) => reasonsFor(example).length === 0).sort(
		(a, b) => Number(a.code.includes('npm run')) - Number(b.code.includes('npm run')),
	);

	for (const example of examples) {
		const missing = missingFor(example);
		const name = `runs as it is printed, in ${example.guide}: ${example.language} ${example.code}`;
		const reason = missing.length === 0 ? '' : `(skipped, because ${missing} is not installed) `;
		test.skipIf(missing.length > 0)(`${reason}${name}`, async () => {
			const { output, said } = await run(example);
			if (SILENT.some((text) => example.code.startsWith(text))) return;
			expect(example.guide === 'errors' ? said : output).toMatch(OUTPUT[example.guide] ?? /./);
			expect(output).not.toMatch(/^\{"error":/);
		});
	}

	test('is in a language that this test can run, or that only shows text', () => {
		const known = [...Object.keys(LANGUAGES), ...TEXT, ''];
		expect(BLOCKS.filter(({ language }) => !known.includes(language))).toEqual([]);
	});

	test('is left out only for a reason that still applies', () => {
		const applied = new Set(PROGRAMS.flatMap(reasonsFor));
		expect(Object.keys(NOT_RUN).filter((text) => !applied.has(text))).toEqual([]);
	});
});

test('The example of the client copies the directory into a file, then brings it up to date', async () => {
	const args = [join(PROJECT, 'src/client/examples/mirror.mjs'), `${origin}/v1`, join(folder, 'copy.sqlite')];
	const update = async () => (await promisify(execFile)(process.execPath, args, { env })).stdout;
	const first = await update();
	expect(first).toMatch(/copy\.sqlite has [1-9]\d+ records of the snapshot \w+\.\n$/);
	expect(await update()).toBe(first);
});

test('The example of the client says which Node.js it needs, and how to call it', async () => {
	const run = async (...args: readonly string[]) => {
		const example = join(PROJECT, 'src/client/examples/mirror.mjs');
		const called = promisify(execFile)(process.execPath, [...args, example], { env });
		return called.catch(({ code, stderr }) => ({ code, stderr }));
	};
	expect(await run('--no-experimental-sqlite')).toEqual({
		code: 1,
		stderr: `This program needs Node.js 22.13 or newer, but this is ${process.version}.\n`,
	});
	expect(await run()).toEqual({ code: 1, stderr: expect.stringMatching(/^Usage: .*\n$/) });
});
