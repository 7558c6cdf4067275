/** Converts an ISO 8601 time, with or without milliseconds, to a timestamp without milliseconds. */
export function withSeconds(time: string): string {
	return `${time.slice(0, 19)}Z`;
}
