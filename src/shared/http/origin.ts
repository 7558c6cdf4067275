/** Whether a text is an origin: `http` or `https` and a host, perhaps with a port, but without a path or a final slash. */
export function isOrigin(text: string): boolean {
	return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
