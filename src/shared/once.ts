/** Returns a function that calls `create` on its first call, and returns the same result on every later call. */
export function once<T>(create: () => T): () => T {
	let created: { readonly value: T } | undefined;
	return () => {
		created ??= { value: create() };
		return created.value;
	};
}
