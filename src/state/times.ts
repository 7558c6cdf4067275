/** Converts an ISO 8601 time with milliseconds to a timestamp without them. */
export function withSeconds(time: string): string {
	return `${time.slice(0, 19)}Z`;
}
