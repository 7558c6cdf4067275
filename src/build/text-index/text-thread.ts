/** A worker thread that updates the text index. */
import { parentPort, workerData } from 'node:worker_threads';
import { PackStore } from '../../release/pack-store.ts';
import { SiteStore } from '../../release/site-store.ts';
import { NO_INDEX, readIndex } from './old-index.ts';
import { INDEX } from './pagefind-files.ts';
import { killPagefind } from './pagefind-process.ts';
import type { FileChanges, FromTextThread, RecordBatch, TextThreadData, ToTextThread } from './text-build.ts';
import { updateTextIndex } from './update-text-index.ts';

/** How many bytes of files to send at once. */
const MESSAGE = 1_000_000;
/** How many messages with files may wait for a reply from the main thread. */
const WAITING = 16;

const { hasOld, packs, firstProgram, batches } = workerData as TextThreadData;
const port = parentPort!;
const answers: ((answer: ToTextThread) => void)[] = [];

port.on('message', (message: ToTextThread) => {
	if (message !== 'stop') return answers.shift()!(message);
	killPagefind();
	process.exit();
});

function send(message: FromTextThread): void {
	port.postMessage(message);
}

/** Sends a message. Resolves to the main thread's reply. */
function ask<T extends ToTextThread>(message: FromTextThread): Promise<T> {
	send(message);
	return new Promise((resolve) => answers.push((answer) => resolve(answer as T)));
}

async function* allBatches(): AsyncGenerator<RecordBatch> {
	const next = batches.map(async (batch) => batch);
	for (;;) {
		const batch = await next.shift()!;
		if (batch.length === 0) return;
		yield batch;
		next.push(ask('next'));
	}
}

const sent: Promise<unknown>[] = [];
const noChanges = (): FileChanges => ({ added: [], kept: [], removed: [], keepsAll: false });
let changes = noChanges();
let size = 0;

function sendChanges(): void {
	sent.push(ask(changes));
	changes = noChanges();
	size = 0;
}

const store = new PackStore(packs);
const site = new SiteStore(store);
const files = {
	read: (path: string) => site.get(INDEX + path)!.read(),
	keep: (path: string) => changes.kept.push(path),
	keepAll() {
		changes.keepsAll = true;
	},
	remove: (path: string) => changes.removed.push(path),
	async add(path: string, content: Buffer) {
		changes.added.push([path, content]);
		size += content.length;
		if (size >= MESSAGE) sendChanges();
		while (sent.length > WAITING) await sent.shift();
	},
};
const old = hasOld ? readIndex(files.read) : NO_INDEX;
await updateTextIndex(files, old, allBatches(), firstProgram);
store.close();
sendChanges();
send('done');
port.close();
