import type { WebResponse } from './options.ts';

/** An exported file. `for await` reads its records one by one as they arrive. The records can be read only once. */
export class RecordFile<T> implements AsyncIterable<T> {
	/** The response. If you need the raw file instead of its records, read `file.response.body`. */
	readonly response: WebResponse;

	/** @internal */
	constructor(response: WebResponse) {
		this.response = response;
	}

	/** The snapshot ID, which identifies the data that the file comes from. Pass it as `since` to the first sync. */
	get snapshot(): string {
		return this.response.headers.get('X-Snapshot')!;
	}

	/** @throws Error if the file ends in the middle of a record, or the error of `fetch` if the connection breaks */
	async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
		const { body } = this.response;
		if (body === null) return;
		const reader = body.pipeThrough(new TextDecoderStream()).getReader();
		let rest = '';
		try {
			for (;;) {
				const { done, value } = await reader.read();
				if (done) break;
				const lines = (rest + value).split('\n');
				rest = lines.pop()!;
				for (const line of lines) yield JSON.parse(line);
			}
			if (rest !== '') throw new Error('The file is not complete.');
		} finally {
			// Stop the download if the caller left the loop early.
			await reader.cancel();
		}
	}
}
