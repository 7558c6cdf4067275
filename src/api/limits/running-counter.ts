/** Limits how many tasks of one group run at once. */
export class RunningCounter {
	readonly #most: number;
	readonly #running = new Map<string, number>();

	/** @param most the maximum number of running tasks of a group */
	constructor(most: number) {
		this.#most = most;
	}

	/** Counts a task. Returns a function to call when the task ends, or undefined if the group has too many tasks. */
	start(group: string): (() => void) | undefined {
		const count = this.#running.get(group) ?? 0;
		if (count >= this.#most) return undefined;
		this.#running.set(group, count + 1);
		return () => {
			const left = this.#running.get(group)! - 1;
			if (left > 0) this.#running.set(group, left);
			else this.#running.delete(group);
		};
	}
}
