/** How long to wait after a key before searching, in milliseconds, so that not every letter makes a request. */
const PAUSE = 150;

/**
 * Waits until the visitor pauses. Returns whether the text is still the same.
 *
 * @param current returns the text that is in the field now
 */
export async function isPausedAt(query: string, current: () => string): Promise<boolean> {
	await new Promise((resolve) => setTimeout(resolve, PAUSE));
	return query === current();
}

/**
 * Asks the server for the programs that match a text. Returns their list as HTML elements.
 *
 * @param address the address of the list, without the text
 * @throws Error when the server cannot be reached or refuses the request
 */
export async function findPrograms(address: string, query: string): Promise<HTMLElement> {
	const response = await fetch(`${address}?${new URLSearchParams({ q: query })}`, { credentials: 'omit' });
	if (!response.ok) throw new Error(`${address}: ${response.status}`);
	const { body } = new DOMParser().parseFromString(await response.text(), 'text/html');
	for (const script of body.querySelectorAll('script, link, style')) script.remove();
	return body;
}
