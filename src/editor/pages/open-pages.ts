/** Tells the pages that are open in browsers about new releases, and about problems with the edited files. */

import { PassThrough } from 'node:stream';
import type { HttpResponse } from '../../shared/http/response.ts';

/** How long a page waits before it reconnects, in milliseconds. */
const RETRY = 1000;

/** The message to all open pages. */
interface State extends EditNotes {
	/** The ID of the release that the server shows. Pages of other releases reload. */
	readonly release: string;
}

/** What an editor must know about the files. */
export interface EditNotes {
	/** The problems because of which pages do not show the last change. Empty if they show it. */
	readonly problems: readonly string[];
	/** What to do with files that were not imported. */
	readonly hints: readonly string[];
}

/**
 * Sends the state to every open page as Server-Sent Events: once when the page connects, and again each time the state
 * changes.
 */
export class OpenPages {
	#state: State = { release: '', problems: [], hints: [] };
	#isClosed = false;
	readonly #streams = new Set<PassThrough>();

	get release(): string {
		return this.#state.release;
	}

	set release(release: string) {
		this.#change({ ...this.#state, release });
	}

	get notes(): EditNotes {
		return this.#state;
	}

	set notes({ problems, hints }: EditNotes) {
		this.#change({ ...this.#state, problems, hints });
	}

	/** Returns the response that streams the events. */
	connect(): HttpResponse {
		const headers = ['Content-Type', 'text/event-stream; charset=utf-8', 'Cache-Control', 'no-store'];
		const stream = new PassThrough();
		stream.on('close', () => this.#streams.delete(stream));
		this.#streams.add(stream);
		stream.write(`retry: ${RETRY}\n${this.#message()}`);
		if (this.#isClosed) stream.end();
		return { status: 200, headers, body: stream };
	}

	/** Ends all responses, including later ones. */
	close(): void {
		this.#isClosed = true;
		for (const stream of this.#streams) stream.end();
	}

	#change(state: State): void {
		this.#state = state;
		for (const stream of this.#streams) stream.write(this.#message());
	}

	#message(): string {
		return `data: ${JSON.stringify(this.#state)}\n\n`;
	}
}
