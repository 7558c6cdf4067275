/** Saves what a process collects in memory: soon after something was added, and when the process ends. */

export interface Saver {
	/** Saves soon, unless that is planned already. */
	later(): void;
	/** Runs other work in turn with the saves. */
	inTurn(work: () => Promise<void>): void;
	/** Saves everything and stops. If saving fails, what is unsaved is lost. */
	close(): Promise<void>;
}

/** How long to wait before a save, in milliseconds. If the process is killed, what is unsaved is lost. */
const INTERVAL = 1000;

interface SaverOptions {
	/** How long to wait after a save that failed, in milliseconds. */
	readonly pause: number;
	hasUnsaved(): boolean;
	/** Saves everything that is unsaved. If it rejects, nothing may be lost: it is called again. */
	save(): Promise<void>;
	/** Called when a save fails. If `isLast` is false, the next save tries again. */
	failed(error: unknown, isLast: boolean): void;
}

export function openSaver({ pause, hasUnsaved, save, failed }: SaverOptions): Saver {
	let timer: NodeJS.Timeout | undefined;
	/** Resolves after all work so far. */
	let working = Promise.resolve();
	let isClosed = false;

	function later(delay = INTERVAL): void {
		if (isClosed) return;
		timer ??= setTimeout(() => {
			working = working.then(() => saveAll(false));
		}, delay).unref();
	}

	async function saveAll(isLast: boolean): Promise<void> {
		if (!hasUnsaved()) return;
		let delay = INTERVAL;
		try {
			await save();
		} catch (error) {
			failed(error, isLast);
			delay = pause;
		}
		timer = undefined;
		if (hasUnsaved()) later(delay);
	}

	return {
		later: () => later(),
		inTurn(work) {
			working = working.then(work);
		},
		async close() {
			isClosed = true;
			clearTimeout(timer);
			await working;
			await saveAll(true);
		},
	};
}
