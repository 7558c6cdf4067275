/** A time in ISO 8601 as a timestamp, without its milliseconds. */
export function withSeconds(time: string): string {
	return `${time.slice(0, 19)}Z`;
}
