const MINUTE = 60_000;

/** Limits a function that writes to the log, so that strangers cannot flood the log. Further calls do nothing. */
export function onceAMinute<A extends readonly unknown[]>(work: (...args: A) => void): (...args: A) => void {
	let last = Number.NEGATIVE_INFINITY;
	return (...args) => {
		if (performance.now() - last < MINUTE) return;
		last = performance.now();
		work(...args);
	};
}
