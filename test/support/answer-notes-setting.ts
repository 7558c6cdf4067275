import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import type { AnswerNotes } from './answer-notes.ts';

/**
 * Returns the environment for a server whose processes record in files in `folder` when they check keys and respond.
 */
export function noteAnswers(folder: string): { readonly [name: string]: string } {
	return { NODE_OPTIONS: `--import=${new URL('answer-notes.ts', import.meta.url)}`, ANSWER_NOTES: folder };
}

/** Reads the notes of each process that has responded to a request with a key. All processes must have ended. */
export function readAnswerNotes(folder: string): AnswerNotes[] {
	return readdirSync(folder).map((name) => deserialize(readFileSync(join(folder, name))));
}
