/**
 * Reads a header from the names and values of a request as they came. Node would turn all of them into an object first;
 * for the two or three that are asked for, looking through the list takes less time.
 *
 * @param rawHeaders names and values in turn
 * @param name in lower case
 * @returns the value; several of one name are joined by commas (RFC 9110, 5.3)
 */
export function rawHeader(rawHeaders: readonly string[], name: string): string | undefined {
	let found: string | undefined;
	for (let i = 0; i < rawHeaders.length; i += 2) {
		const candidate = rawHeaders[i]!;
		if (candidate.length !== name.length || candidate.toLowerCase() !== name) continue;
		found = found === undefined ? rawHeaders[i + 1]! : `${found}, ${rawHeaders[i + 1]}`;
	}
	return found;
}
