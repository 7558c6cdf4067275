/** Loaded before a server starts. Each request ID then starts with the ID of the process. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { randomUUID } = crypto;
crypto.randomUUID = () => `${process.pid}-${randomUUID()}` as ReturnType<typeof randomUUID>;
syncBuiltinESMExports();
