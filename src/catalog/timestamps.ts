/** Timestamps in the catalogue's format. */

/** Whether the value is an existing date and time in ISO 8601 format, in UTC, to the second, with `Z` at the end. */
export function isTimestamp(value: string): boolean {
	if (!/^\d{4}-(?:0[1-9]|1[0-2])-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(value)) return false;
	const day = Number(value.slice(8, 10));
	return day >= 1 && (day <= 28 || day <= daysIn(Number(value.slice(0, 4)), Number(value.slice(5, 7))));
}

export function daysIn(year: number, month: number): number {
	return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
