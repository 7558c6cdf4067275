/**
 * Hashes passwords as better-auth does, with scrypt. A thread of its own hashes one password after the other. In
 * Node's thread pool, hashes would delay whatever else uses the pool, such as reading files.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import { Thread } from '../shared/thread.ts';
import type { ToHash } from './scrypt-thread.ts';

const SALT_BYTES = 16;
/** The path comes from `imports` in package.json, so that code bundled by Astro finds the file too. */
const THREAD = createRequire(import.meta.url).resolve('#scrypt-thread');
const thread = new Thread<ToHash, string>(THREAD);

export async function hashPassword(password: string): Promise<string> {
	return hashWith(password, randomBytes(SALT_BYTES).toString('hex'));
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
	const [salt] = hash.split(':') as [string];
	const [given, stored] = [Buffer.from(await hashWith(password, salt)), Buffer.from(hash)];
	return given.length === stored.length && timingSafeEqual(given, stored);
}

async function hashWith(password: string, salt: string): Promise<string> {
	return `${salt}:${await thread.run({ password: password.normalize('NFKC'), salt })}`;
}
