/** Returns only these fields, in this order. */
export function pick<T, N extends keyof T>(whole: T, names: readonly N[]): Pick<T, N> {
	return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<T, N>;
}
