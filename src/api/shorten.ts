/** As much of what a client sent as an error says of it. */
export function shorten(text: string): string {
	return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
