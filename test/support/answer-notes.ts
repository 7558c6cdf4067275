/**
 * Loaded before a server starts: each of its processes notes when it decided to take a key and when it began to answer, and
 * writes that to a file in the folder `ANSWER_NOTES` when it ends. The clock is one that all processes of a machine share.
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { stateOf } from '../../src/keys/key.ts';
import { KeyReader } from '../../src/state/key-reader.ts';

/** In nanoseconds of `process.hrtime.bigint()`. */
export interface AnswerNotes {
	/** By id, of the keys that were taken for good. */
	readonly keys: Map<string, KeyNotes>;
	/** From a decision to the first byte of its answer. */
	longest: bigint;
	/** Answers that are not the next after a decision of their own. */
	strays: number;
}

interface KeyNotes {
	answers: number;
	/** The last decision was not before this. */
	decided: bigint;
	/** The first byte of the last answer went to the socket after this. */
	begun: bigint;
}

const now = process.hrtime.bigint;
const notes: AnswerNotes = { keys: new Map(), longest: 0n, strays: 0 };
let decision: { readonly id: string; readonly at: bigint } | undefined;

const find = KeyReader.prototype.find;
KeyReader.prototype.find = function (...asked) {
	const at = now();
	const key = find.apply(this, asked);
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
	notes.keys.set(decision.id, { answers: before.answers + 1, decided: decision.at, begun: at });
	if (at - decision.at > notes.longest) notes.longest = at - decision.at;
	decision = undefined;
}

const isBeginning = (chunk: unknown) => String(chunk).startsWith('HTTP/1.1 200');

// What a server hands to the system.
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
