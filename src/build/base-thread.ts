/** A worker thread that finds the base of a build, and sends it. */
import { parentPort, workerData } from 'node:worker_threads';
import { findBase } from './base.ts';

parentPort!.postMessage(await findBase(workerData));
