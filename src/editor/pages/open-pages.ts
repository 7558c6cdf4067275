/** Tells the pages that are open in browsers about new releases, and about problems with the edited files. */

import { PassThrough } from 'node:stream';
import type { HttpResponse } from '../../shared/http/response.ts';

/** The maximum number of connections. Hidden pages close theirs. */
const MOST = 100;
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
	/** The open streams, oldest first, and the page that each one belongs to. */
	readonly #streams = new Map<PassThrough, string>();

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

	/**
	 * Returns the response that streams the events. If there are too many connections, ends the oldest one of the page
	 * with the most connections, so that no page can keep others from connecting.
	 *
	 * @param page the address of the page that connects
	 */
	connect(page: string): HttpResponse {
		const headers = ['Content-Type', 'text/event-stream; charset=utf-8', 'Cache-Control', 'no-store'];
		if (this.#streams.size === MOST) this.#end(this.#mostConnected()[0]!);
		const stream = new PassThrough();
		stream.on('close', () => this.#streams.delete(stream));
		this.#streams.set(stream, page);
		stream.write(`retry: ${RETRY}\n${this.#message()}`);
		if (this.#isClosed) stream.end();
		return { status: 200, headers, body: stream };
	}

	/** Ends all responses, including later ones. */
	close(): void {
		this.#isClosed = true;
		for (const stream of this.#streams.keys()) stream.end();
	}

	#change(state: State): void {
		this.#state = state;
		for (const stream of this.#streams.keys()) stream.write(this.#message());
	}

	/** The streams of the page that has the most, oldest first. */
	#mostConnected(): PassThrough[] {
		const byPage = Map.groupBy(this.#streams.keys(), (stream) => this.#streams.get(stream)!);
		return [...byPage.values()].reduce((most, one) => (one.length > most.length ? one : most));
	}

	#end(stream: PassThrough): void {
		this.#streams.delete(stream);
		stream.end();
	}

	#message(): string {
		return `data: ${JSON.stringify(this.#state)}\n\n`;
	}
}
