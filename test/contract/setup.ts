/**
 * Makes the data of the contract tests, once for all of them and with the project's own commands: a snapshot, a release
 * with its website, accounts and keys, and the two servers. The state is in SQLite, or in a PostgreSQL of its own.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import type { TestProject } from 'vitest/node';
import { KEY } from '../../src/catalog/records.ts';
import { applicationVersion } from '../../src/release/application-version.ts';
import { compiledFolder, installPages } from '../../src/release/compiled-pages.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { PROJECT } from '../../src/shared/project.ts';
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import { changeDatabase } from '../support/change-database.ts';
import { toCsv } from '../support/csv.ts';
import { createDatabase, PostgresServer } from '../support/postgres-server.ts';
import { succeed } from '../support/run-command.ts';
import type { ServerProcess } from '../support/running-server.ts';
import type { Contract } from './contract.ts';
import {
	CATEGORIES,
	EARLIER,
	EVIDENCE,
	MERGED,
	ORGANIZATIONS,
	PROGRAMS,
	REDIRECTS,
	REGISTRY,
	RENAMED,
	REVIEWS,
	SITE_URL,
} from './directory.ts';
import { READ_SCOPES, type ReadScope } from './endpoints.ts';
import { addKey, expireKey, grantClaim, makeAccount, makeKey, revokeKey } from './keys.ts';
import { startAstroServer, startNodeServer } from './servers.ts';
import type { ContractState } from './state.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	await installPages(applicationVersion());
	const folder = mkdtempSync(join(tmpdir(), 'contract-'));
	const servers: ServerProcess[] = [];
	let postgres: PostgresServer | undefined;
	async function tearDown(): Promise<void> {
		await Promise.all(servers.map((server) => server.stop('SIGKILL')));
		await postgres?.remove();
		for (const made of [folder, astroFolder(folder)]) rmSync(made, { recursive: true, force: true });
	}
	try {
		if (project.getProvidedContext().engine === 'PostgreSQL') postgres = await PostgresServer.start();
		const env = postgres ? { DATABASE_URL: await createDatabase(postgres.url('postgres')) } : {};
		project.provide('contract', await makeContract(folder, { folder: join(folder, 'state'), env }, servers));
	} catch (error) {
		await tearDown();
		throw error;
	}
	return tearDown;
}

async function makeContract(folder: string, state: ContractState, servers: ServerProcess[]): Promise<Contract> {
	const [snapshot, out] = [join(folder, 'snapshot.sqlite'), join(folder, 'out')] as const;
	const [release, keys] = await Promise.all([makeRelease(folder, snapshot, out), makeKeys(state)]);
	const node = await startNodeServer(out, state);
	servers.push(node);
	const astro = await startAstroServer(release.astroEntry, out, state);
	servers.push(astro);
	return { folder, snapshot, out, state, ...release, ports: { node: node.port, astro: astro.port }, keys };
}

/** The folder of Astro's own server. It is inside the project, because the server imports from its node_modules. */
function astroFolder(folder: string): string {
	return join(PROJECT, '.tmp', basename(folder));
}

async function makeRelease(folder: string, snapshot: string, out: string) {
	const files = join(folder, 'files');
	mkdirSync(files);
	const kinds = { organizations: ORGANIZATIONS, categories: CATEGORIES, programs: PROGRAMS, reviews: REVIEWS };
	const earlier = join(folder, 'earlier');
	mkdirSync(earlier);
	for (const [kind, rows] of Object.entries(kinds)) {
		writeFileSync(join(files, `${kind}.csv`), toCsv(rows));
		writeFileSync(join(earlier, `${kind}.csv`), toCsv(EARLIER[kind as keyof typeof EARLIER]));
	}
	const registry = join(folder, 'registry.json');
	writeFileSync(registry, JSON.stringify(REGISTRY));

	const from = toTimestamp(new Date());
	await succeed('import', [earlier, '--snapshot', snapshot]);
	const first = JSON.parse(await succeed('build', ['--snapshot', snapshot, '--out', out, '--only', 'api', '--json']));
	await succeed('import', [files, registry, '--snapshot', snapshot]);
	const to = toTimestamp(new Date());
	redirectRecords(snapshot);
	changeDatabase(
		snapshot,
		`UPDATE programs SET commission_type = NULL, commission_evidence = '${JSON.stringify(EVIDENCE)}' WHERE slug = 'every-term'`,
	);
	const args = ['--snapshot', snapshot, '--out', out, '--json'];
	const built = JSON.parse(await succeed('build', args, { env: { SITE_URL } }));
	// A copy, because another build of the same sources would replace the original while it is used. Its folder keeps
	// the name, because the entry looks for that name in its own path.
	const { application } = await readManifest(built.folder);
	const astro = join(astroFolder(folder), application);
	cpSync(compiledFolder(application, out), astro, { recursive: true });
	const astroEntry = join(astro, 'entry.mjs');
	const ids = { snapshotId: built.snapshot as string, earlierSnapshotId: first.snapshot as string };
	return { astroEntry, ...ids, imported: { from, to } };
}

/** Removes the records with former slugs, because the second import added them with their new slugs. Adds all redirects. */
function redirectRecords(snapshot: string): void {
	const db = new Database(snapshot);
	for (const [kind, former] of [...RENAMED, MERGED].toReversed()) {
		db.prepare(`DELETE FROM ${kind} WHERE ${KEY[kind]} = ?`).run(former);
	}
	for (const redirect of REDIRECTS)
		db.prepare('INSERT INTO redirects (kind, slug, target) VALUES (?, ?, ?)').run(redirect);
	db.close();
}

const WRITING = ['programs:read', 'organizations:read', 'programs:write', 'organizations:write'] as const;

/** Two accounts for reading, because one can have only ten keys, and two that speak for organizations. */
async function makeKeys(state: ContractState): Promise<Contract['keys']> {
	const [reader, other, brand, rival] = ['reader', 'other', 'brand', 'rival'].map((name) => `${name}@site.example`) as [
		string,
		string,
		string,
		string,
	];
	await makeAccount(state, reader, 'free');
	await makeAccount(state, other, 'pro');
	for (const account of [brand, rival]) await makeAccount(state, account, 'free');
	await grantClaim(state, brand, 'lumen-labs');
	await grantClaim(state, other, 'lumen-labs');
	await grantClaim(state, rival, 'crowd-works');
	const perScope = async (scopesOf: (scope: ReadScope) => readonly ReadScope[]) => {
		const pairs: [ReadScope, string][] = [];
		for (const scope of READ_SCOPES) pairs.push([scope, await addKey(state, reader, scopesOf(scope))]);
		return Object.fromEntries(pairs) as { [scope in ReadScope]: string };
	};
	const toRevoke = await makeKey(state, other);
	await revokeKey(state, toRevoke.id);
	const toExpire = await makeKey(state, other);
	await expireKey(state, toExpire.id);
	return {
		reading: await addKey(state, reader),
		brand: await addKey(state, brand, WRITING),
		agency: await addKey(state, other, [...WRITING, 'analytics:read', 'webhooks:manage']),
		rival: await addKey(state, rival, WRITING),
		only: await perScope((scope) => [scope]),
		without: await perScope((scope) => READ_SCOPES.filter((one) => one !== scope)),
		idle: await addKey(state, other, ['analytics:read']),
		revoked: toRevoke.key,
		expired: toExpire.key,
	};
}
