/** Returns a function that calls `create` on its first call, and returns the same result on every later call. */
export function once<T>(create: () => T): () => T {
	let created: { readonly value: T } | undefined;
	return () => {
		created ??= { value: create() };
		return created.value;
	};
}

/** Returns a function that calls `create` once for each object, and returns the same result on every later call. */
export function onceFor<Key extends object, T>(create: (key: Key) => T): (key: Key) => T {
	const created = new WeakMap<Key, T>();
	return (key) => {
		if (!created.has(key)) created.set(key, create(key));
		return created.get(key)!;
	};
}
