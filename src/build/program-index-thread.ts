/** A worker thread that writes the program index of a snapshot. */
import { workerData } from 'node:worker_threads';
import { buildProgramIndex } from './build-program-index.ts';

const { snapshot, file }: { readonly snapshot: string; readonly file: string } = workerData;
buildProgramIndex(snapshot, file);
