/**
 * Makes scrypt a thousand times cheaper in a process that imports this first, and in its threads, where passwords are
 * hashed. The tests sign up and sign in hundreds of times, which would take 0.1 seconds each time. Only tests can turn
 * this on.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { scrypt, scryptSync } = crypto;
const cheap = (options) => ({ ...options, N: 16 });
crypto.scrypt = (password, salt, length, options, done) => scrypt(password, salt, length, cheap(options), done);
if (!isMainThread) {
	crypto.scryptSync = (password, salt, length, options) => scryptSync(password, salt, length, cheap(options));
}
syncBuiltinESMExports();
