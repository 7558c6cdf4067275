/** Calls a function when its result is first needed, and only once. */
export function once<T>(create: () => T): () => T {
	let created: { readonly value: T } | undefined;
	return () => {
		created ??= { value: create() };
		return created.value;
	};
}
