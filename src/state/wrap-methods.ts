/** Returns an object with the same members as `target`. Its methods run inside `wrap` and return promises. */
export function wrapMethods<T extends object>(target: T, wrap: <R>(call: () => R | Promise<R>) => Promise<R>): T {
	return new Proxy(target, {
		get(_, name) {
			const member: unknown = Reflect.get(target, name);
			return typeof member === 'function' ? (...args: unknown[]) => wrap(() => member.apply(target, args)) : member;
		},
	});
}
