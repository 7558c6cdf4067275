/** Counts views and clicks of people, at most one of each per address, program and day. */
import { NO_PROGRAM, type ViewCount } from '../../state/view-store.ts';
import type { ViewerDay, ViewerStore } from '../../state/viewer-store.ts';
import { openSaver } from '../saver.ts';
import {
	addCount,
	hashOf,
	type UnsavedCounts,
	type ViewKind,
	visitorOf,
	type WaitingView,
	WaitingViews,
} from './waiting-views.ts';

/** How often views are saved, in milliseconds. If the process is killed, unsaved views are lost. */
const INTERVAL = 1000;
/** How long to wait after a failed write, in milliseconds. */
const PAUSE = 30_000;
const DAY = 86_400_000;

export interface Views {
	/**
	 * Counts a view or a click, unless the address has already viewed or clicked this program today.
	 *
	 * @param slug the slug of a program. Views of programs that do not exist are dropped
	 * @param address the IP address of the visitor. It is kept in memory until the next write
	 * @param site called if the view may be new. Returns the host that the visitor came from, or `''`
	 */
	count(kind: ViewKind, slug: string, address: string, site: () => string): void;
	/** Saves everything and stops. If saving fails, the unsaved counts are lost. */
	close(): Promise<void>;
}

export interface ViewsOptions {
	viewers(): Promise<ViewerStore>;
	/** Whether the clock can be trusted, so that the viewers of other days may be deleted. */
	mayForget(): Promise<boolean>;
	write(counts: readonly ViewCount[]): Promise<void>;
	exists(slug: string): boolean;
	/** Called when views cannot be saved. If `isLast` is false, the next write tries again. */
	failed(error: unknown, isLast: boolean): void;
	/** Called when there are so many views today that no more are counted. */
	full(): void;
}

/**
 * Collects views in memory and saves them once per second. Only then does it hash the addresses and find out which views
 * are new, because a visitor who loads a page again and again should cost nothing.
 */
export function keepViews({ viewers, mayForget, write, exists, failed, full }: ViewsOptions): Views {
	let waiting = new WaitingViews();
	let counts: UnsavedCounts = new Map();
	let today: ViewerDay | undefined;
	/** The last day of which the counts say that views were counted. */
	let noted: string | undefined;
	let midnight: NodeJS.Timeout | undefined;
	let isClosed = false;
	let isFull = false;

	const saver = openSaver({
		interval: INTERVAL,
		pause: PAUSE,
		hasUnsaved: () => waiting.size > 0 || counts.size > 0,
		async save() {
			const views = waiting;
			waiting = new WaitingViews();
			await addNew(views).catch((error) => {
				for (const { kind, slug, visitor, site } of views.all()) waiting.add(kind, slug, visitor, () => site);
				throw error;
			});
			const batch = counts;
			counts = new Map();
			await write([...batch.values()]).catch((error) => {
				for (const count of batch.values()) addCount(counts, count);
				throw error;
			});
		},
		failed,
	});

	async function addNew(views: WaitingViews): Promise<void> {
		if (views.size === 0) return;
		const store = await viewers();
		const turned = await store.today();
		if (turned.salt !== today?.salt) isFull = false;
		today = turned;
		const { day, salt } = turned;
		note(day);
		const hashes = new Map<number, WaitingView>();
		for (const view of views.all()) if (exists(view.slug)) hashes.set(hashOf(view, salt), view);
		const { added, isFull: nowFull } = await store.add(turned, [...hashes.keys()]);
		for (const hashed of added) {
			const { kind, slug, site } = hashes.get(hashed)!;
			addCount(counts, { day, program: slug, site, views: 0, clicks: 0, [kind]: 1 });
		}
		if (nowFull && !isFull) full();
		isFull = nowFull;
	}

	/** Notes that views are counted on a day, also if there are none. */
	function note(day: string): void {
		if (day !== noted) addCount(counts, { day, program: NO_PROGRAM, site: '', views: 0, clicks: 0 });
		noted = day;
	}

	/** Begins a day. Deletes the salts and the hashes of the days that have ended. */
	async function beginDay(): Promise<void> {
		try {
			const store = await viewers();
			note((await store.today()).day);
			saver.later();
			if (!(await mayForget())) return;
			while (!isClosed && (await store.forget()));
		} catch (error) {
			failed(error, false);
		}
	}

	function beginAtMidnight(): void {
		const now = Date.now();
		midnight = setTimeout(
			() => {
				saver.inTurn(beginDay);
				beginAtMidnight();
			},
			DAY - (now % DAY) + 100,
		).unref();
	}

	saver.inTurn(beginDay);
	beginAtMidnight();

	return {
		count(kind, slug, address, site) {
			if (waiting.add(kind, slug, visitorOf(address), site)) saver.later();
		},
		close() {
			isClosed = true;
			clearTimeout(midnight);
			return saver.close();
		},
	};
}
