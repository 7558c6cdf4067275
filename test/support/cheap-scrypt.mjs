/**
 * Makes `scrypt` a thousand times cheaper in a process that imports this first. The tests sign up and sign in hundreds
 * of times, which would take 0.1 seconds each time. Only tests can turn this on.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) => scrypt(password, salt, length, { ...options, N: 16 }, done);
syncBuiltinESMExports();
