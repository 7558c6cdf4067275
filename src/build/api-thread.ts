/** A worker thread that makes a release's files for the API. The thread sends its progress, then the result. */
import { parentPort, workerData } from 'node:worker_threads';
import { type BuiltApi, makeApi } from './make-api.ts';

export type FromApiThread = { readonly done: number } | BuiltApi;

const send = (message: FromApiThread) => parentPort!.postMessage(message);

// After the first message, the thread can be stopped at any moment, because it has finished loading SQLite.
send(makeApi(workerData, (done) => send({ done })));
