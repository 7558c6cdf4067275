/** A thread that takes all the time, or all the memory, that it gets. */
import { workerData } from 'node:worker_threads';

const kept: string[] = [];
while (true) if (workerData === 'memory') kept.push(`${kept.length} of very many texts that are kept`);
