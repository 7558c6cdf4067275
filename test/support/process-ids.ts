/** Loaded before a server starts. Makes each request ID start with the ID of the process that handles the request. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { randomUUID } = crypto;
crypto.randomUUID = () => `${process.pid}-${randomUUID()}` as ReturnType<typeof randomUUID>;
syncBuiltinESMExports();
