/** Some headers of an answer. A group that many answers have is kept, and so written out once. */
export class HeaderGroup {
	/** Names and values in turn, as Node writes them fastest. */
	readonly pairs: readonly string[];
	#lines: string | undefined;

	constructor(pairs: readonly string[]) {
		this.pairs = pairs;
	}

	/** As they stand in a head (RFC 9112, 5). */
	get lines(): string {
		this.#lines ??= linesOf(this.pairs);
		return this.#lines;
	}
}

function linesOf(pairs: readonly string[]): string {
	let lines = '';
	for (let i = 0; i < pairs.length; i += 2) lines += `${pairs[i]}: ${pairs[i + 1]}\r\n`;
	return lines;
}
