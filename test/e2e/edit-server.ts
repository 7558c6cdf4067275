/** Starts `npm run edit` for a folder of CSV files with one program. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { currentRelease } from '../../src/release/publish.ts';
import { listening, type ServerProcess } from '../support/running-server.ts';
import { newcomersEnvironment } from './npm-start.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES = {
	'organizations.csv': 'slug,name\nacme,Acme\n',
	'categories.csv': 'slug,name\ntools,Tools\n',
	'programs.csv':
		'slug,name,description,organization,categories,commission_type,commission_rate,website_url\nacme,Acme Pro,Tools for everyone.,acme,tools,recurring,20,https://acme.example\n',
	'reviews.csv':
		'id,program,author_username,rating,title,body,status,created_at\nrev_a1,acme,Ada,4.5,<b>Pays</b> on time,Good & fast.,pending,2026-10-01\n',
};

export interface EditServer extends ServerProcess {
	/** The folder of the CSV files. It also contains the snapshot and the releases. */
	readonly folder: string;
	readonly origin: string;
	readonly token: string;
	/** The cookie that the first request gets. */
	readonly cookie: string;
	errors(): string;
	/** Returns the first value that a query finds in the snapshot. */
	stored(sql: string): unknown;
	/** Returns the release that visitors see. Undefined if nothing is published. */
	online(): string | undefined;
	remove(): Promise<void>;
}

export async function startEdit(): Promise<EditServer> {
	const folder = mkdtempSync(join(tmpdir(), 'edit-'));
	for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
	const options = { cwd: ROOT, env: newcomersEnvironment(folder), detached: true } as const;
	const child = spawn('npm', ['run', 'edit', '--', folder], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
	let errors = '';
	child.stderr!.on('data', (text) => (errors += text));
	const server = await listening(child);
	const token = /\?token=([\w-]+)/.exec(server.output())![1]!;
	return {
		...server,
		folder,
		origin: `http://127.0.0.1:${server.port}`,
		token,
		cookie: `edit-token-${server.port}=${token}`,
		errors: () => errors,
		stored(sql) {
			const db = new Database(join(folder, 'snapshot.sqlite'), { readonly: true });
			try {
				return db.prepare(sql).pluck().get();
			} finally {
				db.close();
			}
		},
		online() {
			return currentRelease(join(folder, 'out'));
		},
		async remove() {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
