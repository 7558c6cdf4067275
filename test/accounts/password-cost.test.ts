import { execFileSync } from 'node:child_process';
import { scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as betterAuth from 'better-auth/crypto';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../src/accounts/password-hashes.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { ADA } from './fixture.ts';

const WORKER = fileURLToPath(new URL('../support/sign-up-worker.ts', import.meta.url));
/** One hash takes 32 MB and about 0.1 seconds. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

// The other tests make scrypt cheap, so this test signs up in a process that does not.
test('a password is stored as a salted scrypt hash at full cost', () => {
	const folder = mkdtempSync(join(tmpdir(), 'password-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	execFileSync(process.execPath, [WORKER, folder, ADA.email, ADA.password]);
	const state = openSqlite(folder);
	onTestFinished(() => state.close());
	const stored = state.database.prepare('SELECT password FROM credentials').pluck().get() as string;
	const [salt, hash] = stored.split(':') as [string, string];
	expect(salt).toMatch(/^[0-9a-f]{32}$/);
	expect(hash).toBe(scryptSync(ADA.password, salt, 64, COST).toString('hex'));
});

test('a password is hashed as better-auth does', async () => {
	const password = 'pässword, typed with combining dots: a\u0308';
	const [own, others] = [await hashPassword(password), await betterAuth.hashPassword(password)];
	expect(await betterAuth.verifyPassword({ hash: own, password })).toBe(true);
	expect(await verifyPassword({ hash: others, password })).toBe(true);
	expect(await verifyPassword({ hash: others, password: `${password}.` })).toBe(false);
});
