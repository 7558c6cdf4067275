/** Counts visits: when people view the page of a program or click on its link to apply. Each counts once a day per address. */
import { addressGroup } from '../../api/limits/address.ts';
import { NO_PROGRAM, type VisitCount } from '../../state/visit-store.ts';
import type { VisitorDay, VisitorStore } from '../../state/visitor-store.ts';
import { openSaver } from '../saver.ts';
import {
	addCount,
	hashOf,
	type UnsavedCounts,
	type VisitKind,
	type WaitingVisit,
	WaitingVisits,
} from './waiting-visits.ts';

/** How long to wait after a failed write, in milliseconds. */
const PAUSE = 30_000;
const DAY = 86_400_000;

export interface Visits {
	/**
	 * Counts a visit, unless it is the address's second one of this kind and program today.
	 *
	 * @param slug the slug of a program. Visits to programs that do not exist are dropped
	 * @param address the IP address of the visitor. It is kept in memory until the next write
	 * @param site called if the visit may be new. Returns the host that the visitor came from, or `''`
	 */
	count(kind: VisitKind, slug: string, address: string, site: () => string): void;
	/** Saves everything and stops. If saving fails, the unsaved counts are lost. */
	close(): Promise<void>;
}

export interface VisitsOptions {
	visitors(): Promise<VisitorStore>;
	/** Whether the clock can be trusted, so that the visitors of other days may be deleted. */
	mayForget(): Promise<boolean>;
	write(counts: readonly VisitCount[]): Promise<void>;
	exists(slug: string): boolean;
	/** Called when visits cannot be saved. If `isLast` is false, the next write tries again. */
	failed(error: unknown, isLast: boolean): void;
	/** Called when there are so many visits today that no more are counted. */
	full(): void;
}

/**
 * Collects visits in memory and saves them once per second. Only then does it hash the addresses and find out which visits
 * are new, because a visitor who loads a page again and again should cost nothing.
 */
export function keepVisits({ visitors, mayForget, write, exists, failed, full }: VisitsOptions): Visits {
	let waiting = new WaitingVisits();
	let counts: UnsavedCounts = new Map();
	let today: VisitorDay | undefined;
	/** The last day of which the counts say that visits were counted. */
	let noted: string | undefined;
	let midnight: NodeJS.Timeout | undefined;
	let isClosed = false;
	let isFull = false;

	const saver = openSaver({
		pause: PAUSE,
		hasUnsaved: () => waiting.size > 0 || counts.size > 0,
		async save() {
			const visits = waiting;
			waiting = new WaitingVisits();
			await addNew(visits).catch((error) => {
				for (const { kind, slug, visitor, site } of visits.all()) waiting.add(kind, slug, visitor, () => site);
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

	async function addNew(visits: WaitingVisits): Promise<void> {
		if (visits.size === 0) return;
		const store = await visitors();
		const turned = await store.today();
		if (turned.salt !== today?.salt) isFull = false;
		today = turned;
		const { day, salt } = turned;
		note(day);
		const hashes = new Map<number, WaitingVisit>();
		for (const visit of visits.all()) if (exists(visit.slug)) hashes.set(hashOf(visit, salt), visit);
		const { added, isFull: nowFull } = await store.add(turned, [...hashes.keys()]);
		for (const hashed of added) {
			const { kind, slug, site } = hashes.get(hashed)!;
			addCount(counts, { day, program: slug, site, views: 0, clicks: 0, [kind]: 1 });
		}
		if (nowFull && !isFull) full();
		isFull = nowFull;
	}

	/** Notes that visits are counted on a day, also if there are none. */
	function note(day: string): void {
		if (day !== noted) addCount(counts, { day, program: NO_PROGRAM, site: '', views: 0, clicks: 0 });
		noted = day;
	}

	/** Begins a day. Deletes the salts and the hashes of the days that have ended. */
	async function beginDay(): Promise<void> {
		try {
			const store = await visitors();
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
			if (waiting.add(kind, slug, addressGroup(address), site)) saver.later();
		},
		close() {
			isClosed = true;
			clearTimeout(midnight);
			return saver.close();
		},
	};
}
