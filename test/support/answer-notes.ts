/**
 * Loaded before a server starts. Each server process records when it accepts a key and when it starts the response.
 * When the process ends, it writes these times to a file in the folder `ANSWER_NOTES`. All processes of a machine use
 * the same clock, so their times can be compared.
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { stateOf } from '../../src/state/keys/key.ts';
import { KeyReader } from '../../src/state/sqlite/key-reader.ts';

/** Times in nanoseconds of `process.hrtime.bigint()`. */
export interface AnswerNotes {
	/** The accepted keys, by ID. */
	readonly keys: Map<string, KeyNotes>;
	/** The longest time from a check to the first byte of its response. */
	longest: bigint;
	/**
	 * The number of responses without their own check just before them, and of accepted keys without a response before
	 * the next check.
	 */
	strays: number;
}

interface KeyNotes {
	answers: number;
	/** The start of the last check. */
	decided: bigint;
	/** The start of the last response. */
	started: bigint;
}

const now = process.hrtime.bigint;
const notes: AnswerNotes = { keys: new Map(), longest: 0n, strays: 0 };
let decision: { readonly id: string; readonly at: bigint } | undefined;

const find = KeyReader.prototype.find;
KeyReader.prototype.find = function (...args) {
	const at = now();
	const key = find.apply(this, args);
	if (decision !== undefined) notes.strays++;
	decision = key && stateOf(key, () => new Date()) === 'active' ? { id: key.id, at } : undefined;
	return key;
};

function begin(at: bigint): void {
	if (decision === undefined) {
		notes.strays++;
		return;
	}
	const before = notes.keys.get(decision.id) ?? { answers: 0 };
	notes.keys.set(decision.id, { answers: before.answers + 1, decided: decision.at, started: at });
	if (at - decision.at > notes.longest) notes.longest = at - decision.at;
	decision = undefined;
}

const isBeginning = (chunk: unknown) => String(chunk).startsWith('HTTP/1.1 200');

// Records when a server passes the start of a response to the operating system.
const { _write: write, _writev: writeSome } = Socket.prototype;
Socket.prototype._write = function (chunk, ...rest) {
	if (isBeginning(chunk)) begin(now());
	return write.call(this, chunk, ...rest);
};
Socket.prototype._writev = function (chunks, done) {
	const at = now();
	for (const { chunk } of chunks) if (isBeginning(chunk)) begin(at);
	return writeSome!.call(this, chunks, done);
};

process.on('exit', () => {
	if (notes.keys.size > 0) writeFileSync(join(process.env.ANSWER_NOTES!, String(process.pid)), serialize(notes));
});
