/**
 * Passes on the chunks of a stream, but throws an error instead of the chunk that makes their total longer than `most`
 * bytes.
 */
export async function* atMost(chunks: AsyncIterable<Buffer>, most: number, oversized: () => Error) {
	let length = 0;
	for await (const chunk of chunks) {
		length += chunk.length;
		if (length > most) throw oversized();
		yield chunk;
	}
}
