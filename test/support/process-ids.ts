/** Imported before a server starts: each request id begins with the id of the process that answered. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { randomUUID } = crypto;
crypto.randomUUID = () => `${process.pid}-${randomUUID()}` as ReturnType<typeof randomUUID>;
syncBuiltinESMExports();
