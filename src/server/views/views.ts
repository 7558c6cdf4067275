/** Counts views and clicks of people, at most one of each per address, program and day. */
import { hash } from 'node:crypto';
import { addressGroup } from '../../api/limits/address.ts';
import type { ViewCount } from '../../state/view-store.ts';
import type { ViewerDay, ViewerStore } from '../../state/viewer-store.ts';
import { type ViewKind, type WaitingView, WaitingViews } from './waiting-views.ts';

/** How often views are saved, in milliseconds. If the process is killed, unsaved views are lost. */
const INTERVAL = 1000;
/** How long to wait after a failed write, in milliseconds. */
const PAUSE = 30_000;
const DAY = 86_400_000;

/** The maximum number of views and clicks that wait to be saved. Further ones are not counted. */
const MOST_WAITING = 5000;
/** The maximum number of views and clicks between two writes of one IPv4 address or one IPv6 /48 network. */
const MOST_OF_NETWORK = 10;
/** The maximum number of counts that wait while the state cannot be written. */
const MOST_COUNTS = 20_000;

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
	/** Adds counts to those in the state. */
	write(counts: readonly ViewCount[]): Promise<void>;
	/** Whether there is a program with this slug. */
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
export function keepViews({ viewers, write, exists, failed, full }: ViewsOptions): Views {
	let waiting = new WaitingViews();
	/** The number of waiting views of each network. */
	let ofNetwork = new Map<string, number>();
	/** The counts that are not in the state yet, by program, day and site. */
	let counts = new Map<string, ViewCount>();
	let today: ViewerDay | undefined;
	let timer: NodeJS.Timeout | undefined;
	let midnight: NodeJS.Timeout | undefined;
	/** Resolves after all writes so far. */
	let writing = Promise.resolve();
	let isClosed = false;
	let isFull = false;

	function saveLater(delay: number): void {
		if (isClosed) return;
		timer ??= setTimeout(() => {
			timer = undefined;
			writing = writing.then(() => save(false));
		}, delay).unref();
	}

	async function save(isLast: boolean): Promise<void> {
		if (waiting.size === 0 && counts.size === 0) return;
		try {
			const views = waiting;
			waiting = new WaitingViews();
			ofNetwork = new Map();
			await addNew(views).catch((error) => {
				for (const view of views.all()) if (waiting.size < MOST_WAITING) waiting.add(view);
				throw error;
			});
			const batch = counts;
			counts = new Map();
			await write([...batch.values()]).catch((error) => {
				for (const count of batch.values()) addCount(count);
				throw error;
			});
		} catch (error) {
			failed(error, isLast);
			clearTimeout(timer);
			timer = undefined;
			saveLater(PAUSE);
		}
	}

	/** Turns the views that are new into counts. */
	async function addNew(views: WaitingViews): Promise<void> {
		if (views.size === 0) return;
		const store = await viewers();
		const turned = await store.today();
		if (turned.salt !== today?.salt) isFull = false;
		today = turned;
		const { day, salt } = turned;
		const hashes = new Map<number, WaitingView>();
		for (const view of views.all()) if (exists(view.slug)) hashes.set(hashOf(view, salt), view);
		const { added, isFull: nowFull } = await store.add(turned, [...hashes.keys()]);
		for (const hashed of added) {
			const { kind, slug, site } = hashes.get(hashed)!;
			addCount({ day, program: slug, site, views: 0, clicks: 0, [kind]: 1 });
		}
		if (nowFull && !isFull) full();
		isFull = nowFull;
	}

	function addCount({ day, program, site, views, clicks }: ViewCount): void {
		const key = `${program} ${day} ${site}`;
		const known = counts.get(key);
		if (known === undefined && counts.size >= MOST_COUNTS) return;
		const sum = { views: views + (known?.views ?? 0), clicks: clicks + (known?.clicks ?? 0) };
		counts.set(key, { day, program, site, ...sum });
	}

	/** Deletes the salt and the hashes of the day that has ended. */
	async function forget(): Promise<void> {
		try {
			const store = await viewers();
			while (!isClosed && (await store.forget()));
		} catch (error) {
			failed(error, false);
		}
	}

	function forgetAtMidnight(): void {
		const now = Date.now();
		midnight = setTimeout(
			() => {
				writing = writing.then(forget);
				forgetAtMidnight();
			},
			DAY - (now % DAY) + 100,
		).unref();
	}

	writing = forget();
	forgetAtMidnight();

	return {
		count(kind, slug, address, site) {
			const visitor = address.includes(':') ? addressGroup(address) : address;
			if (waiting.size >= MOST_WAITING || waiting.has(kind, slug, visitor)) return;
			const network = networkOf(visitor);
			const already = ofNetwork.get(network) ?? 0;
			if (already >= MOST_OF_NETWORK) return;
			ofNetwork.set(network, already + 1);
			waiting.add({ kind, slug, visitor, site: site() });
			saveLater(INTERVAL);
		},
		async close() {
			isClosed = true;
			clearTimeout(timer);
			clearTimeout(midnight);
			await writing;
			await save(true);
		},
	};
}

/** Returns a whole number below 2 ** 52, the same for all views and clicks that count only once. */
function hashOf({ kind, slug, visitor }: WaitingView, salt: string): number {
	const digest = hash('sha256', `${salt} ${kind} ${slug} ${placeOf(visitor, salt)}`);
	return Number.parseInt(digest.slice(0, 13), 16);
}

/** The number of places that the 65,536 /64 networks of an IPv6 /48 network share. */
const PLACES = 16;

/**
 * Returns what counts as one visitor: an IPv4 address, or the place of an IPv6 /64 network in its /48 network. Anyone can
 * get a whole /48 network for free, so such a network counts at most `PLACES` times.
 */
function placeOf(visitor: string, salt: string): string {
	const network = networkOf(visitor);
	if (network === visitor) return visitor;
	return `${network} ${Number.parseInt(hash('sha256', `${salt} ${visitor}`).slice(0, 8), 16) % PLACES}`;
}

/** Returns the /48 network of an IPv6 /64 network, or the IPv4 address itself. */
function networkOf(visitor: string): string {
	return visitor.includes(':') ? visitor.split(':', 3).join(':') : visitor;
}
