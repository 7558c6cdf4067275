/** Formats a time as all timestamps are: ISO 8601 in UTC, to the second (`2026-04-18T09:30:00Z`). */
export function toTimestamp(date: Date): string {
	return `${date.toISOString().slice(0, 19)}Z`;
}
