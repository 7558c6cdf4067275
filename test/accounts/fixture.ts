/** Accounts with their own state, as a server opens them, and browsers that keep cookies. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { type AccountSettings, type Accounts, openAccounts } from '../../src/accounts/accounts.ts';
import type { RequestContext } from '../../src/accounts/context.ts';
import type { SqlValues } from '../../src/state/database.ts';
import { openPostgres } from '../../src/state/postgres/open-postgres.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import type { State } from '../../src/state/state.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { ENGINE, type Row, rowsOf } from '../support/states.ts';

// Checking passwords is slow, and the machine can be busy.
vi.setConfig({ testTimeout: 60_000 });

/** The addresses of the PostgreSQL databases that stand in for folders, by folder. */
const databases = new Map<string, string>();

async function openState(folder: string): Promise<State> {
	if (ENGINE === 'SQLite') return openSqlite(folder);
	const url = databases.get(folder) ?? (await emptyDatabase());
	databases.set(folder, url);
	return openPostgres(url);
}

export interface AccountsFixture {
	readonly folder: string;
	readonly state: State;
	readonly accounts: Accounts;
	/** The reported errors. */
	readonly errors: unknown[];
	/** Opens the same state, as another process would. */
	openState(): Promise<State>;
	/** Runs a statement on the database itself. */
	rows(sql: string, values?: SqlValues): Promise<readonly Row[]>;
	/** Everything that is stored, as one string. */
	content(): Promise<string>;
	close(): Promise<void>;
}

export async function openFixture(
	settings: AccountSettings & { readonly siteUrl?: string; readonly folder?: string } = {},
): Promise<AccountsFixture> {
	const folder = settings.folder ?? mkdtempSync(join(tmpdir(), 'accounts-'));
	const state = await openState(folder);
	const errors: unknown[] = [];
	const accounts = await openAccounts({
		siteUrl: 'https://directory.example',
		siteName: 'Directory',
		keyPrefix: 'svc_',
		...settings,
		state,
		report: (error) => void errors.push(error),
	});
	return {
		folder,
		state,
		accounts,
		errors,
		openState: () => openState(folder),
		rows: (sql, values) => rowsOf(state, sql, values),
		async content() {
			// Reading a SQLite file can change its `-shm` file.
			const files = readdirSync(folder).filter((file) => !file.endsWith('-shm'));
			if (ENGINE === 'SQLite') return files.map((file) => readFileSync(join(folder, file), 'latin1')).join();
			const tables = await rowsOf(state, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
			return JSON.stringify(
				await Promise.all(tables.map(({ tablename }) => rowsOf(state, `SELECT * FROM ${tablename}`))),
			);
		},
		async close() {
			await accounts.close();
			await state.close();
			if (settings.folder === undefined) rmSync(folder, { recursive: true });
		},
	};
}

/** A browser that sends the cookies that it has received. */
export class Browser implements RequestContext {
	readonly cookies = new Map<string, string>();
	readonly address: string;

	constructor(address = '203.0.113.7') {
		this.address = address;
	}

	get headers(): Headers {
		const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		return new Headers({ cookie, 'user-agent': 'Test' });
	}

	/** Keeps the cookies of a result. Returns the result. */
	take<T extends { readonly ok: boolean }>(result: T & { readonly cookies?: readonly string[] }): T {
		for (const line of result.cookies ?? []) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
			if (/max-age=0/i.test(line)) this.cookies.delete(name!);
			else this.cookies.set(name!, value!);
		}
		return result;
	}
}

/** The value of a result that must be successful. */
export function resultOf<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
	if (result.ok) return result.value;
	throw new Error(`Refused: ${JSON.stringify(result)}`);
}

export type { Credentials } from '../../src/accounts/sign-in.ts';

export const ADA = { email: 'ada@site.example', password: 'a rather long one' } as const;
export const BOB = { email: 'bob@site.example', password: 'quite another one' } as const;
