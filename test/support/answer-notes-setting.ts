import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import type { AnswerNotes } from './answer-notes.ts';

/** The environment of a server that records in files of the folder when its processes check keys and respond. */
export function noteAnswers(folder: string): { readonly [name: string]: string } {
	return { NODE_OPTIONS: `--import=${new URL('answer-notes.ts', import.meta.url)}`, ANSWER_NOTES: folder };
}

/** The notes of each process that has responded, after all have ended. */
export function readAnswerNotes(folder: string): AnswerNotes[] {
	return readdirSync(folder).map((name) => deserialize(readFileSync(join(folder, name))));
}
