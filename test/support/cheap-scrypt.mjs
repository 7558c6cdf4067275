/**
 * Makes `scrypt` a thousand times cheaper in a process that imports this before anything else. The tests sign up and sign
 * in hundreds of times, and each time would cost a tenth of a second. Nothing outside the tests can turn this on.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) => scrypt(password, salt, length, { ...options, N: 16 }, done);
syncBuiltinESMExports();
