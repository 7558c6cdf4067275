/**
 * Compares two texts, to sort them by their UTF-16 code units. For ASCII texts, such as slugs, IDs and timestamps, this
 * is the order of SQLite too.
 */
export function compareText(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}
