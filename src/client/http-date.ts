/** Reads a date in a header, such as `Thu, 01 Jul 2027 00:00:00 GMT`. Returns undefined if it is none. */
export function httpDate(text: string | null): Date | undefined {
	const date = new Date(text?.endsWith('GMT') ? text : Number.NaN);
	return Number.isNaN(date.getTime()) ? undefined : date;
}
