/**
 * Tells webhooks of new releases: `release.published`, and `program.changed` and `review.published` about the programs
 * that they have chosen.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Directory } from '../../api/directory.ts';
import { isChange } from '../../catalog/records.ts';
import type { ChangeKind, StoredChange } from '../../snapshot/history/change.ts';
import type { HistoryReader } from '../../snapshot/history/history-reader.ts';
import type { State } from '../../state/state.ts';
import { type Emitted, LONGEST_BODY } from '../../state/webhooks/emit.ts';
import type { Webhook, WebhookEvent } from '../../state/webhooks/webhook.ts';
import { programAddress, reviewAddress } from '../../website/addresses.ts';

/** How long to wait before trying again if the state cannot be used, in milliseconds. */
const RETRY = 5_000;
/** How long to wait for the changes of a release, and how often to look for them, in milliseconds. */
const HISTORY_PATIENCE = 10_000;
const HISTORY_PAUSE = 100;
/** How many changes are read from the history at a time. Reading blocks this process. */
const AT_ONCE = 500;
/** How many changes of one release are looked through for the programs that webhooks have chosen. */
const MOST_CHANGES = 50_000;
/** The maximum number of records that one event names. */
const MOST_ITEMS = 100;
/** The room that is left in an event for records, in characters. */
const ROOM = LONGEST_BODY - 1_000;

/** The part of a release that is needed to announce it. */
export type Announced = Pick<Directory, 'snapshot' | 'resource'>;

export interface Announcer {
	/** Announces a release in the background, unless that has been done. */
	announce(release: Announced): void;
	/** Stops. A release that is not announced yet is announced by the next server. */
	close(): Promise<void>;
}

export interface AnnouncerOptions {
	readonly state: Pick<State, 'deliveries'>;
	readonly history: Pick<HistoryReader, 'since'>;
	readonly siteUrl: string;
	readonly report: (error: unknown) => void;
}

export function openAnnouncer({ state, history, siteUrl, report }: AnnouncerOptions): Announcer {
	const { deliveries } = state;
	const stopping = new AbortController();
	let before: string | undefined;
	let working = Promise.resolve();

	async function announce(announced: Announced, served: string | undefined): Promise<void> {
		const { snapshot } = announced;
		for (;;) {
			const last = await deliveries.lastRelease();
			const release = { snapshot, before: served, last };
			if (!(await deliveries.isNews(release))) return;
			await untilInHistory(announced);
			if (stopping.signal.aborted) return;
			const facts = { snapshot, since: last ?? null, changes_url: changesUrl(siteUrl, last) };
			const events: Emitted[] = [{ event: 'release.published', data: facts }];
			for (const { event, kind, list, itemOf } of last === undefined ? [] : LISTS) {
				const listening = await deliveries.listening(event);
				if (listening.length === 0) continue;
				const found = await readItems({ history, since: last!, kind, listening }, (change) =>
					itemOf(change, siteUrl, announced),
				);
				events.push(...eventsOf({ event, list, facts }, found, listening));
			}
			if (await deliveries.announce(release, events)) return;
		}
	}

	/** Waits until the history has the changes of a release. A release is served a moment before that. */
	async function untilInHistory({ snapshot }: Announced): Promise<void> {
		const end = performance.now() + HISTORY_PATIENCE;
		const isThere = () => history.since({ snapshot }, new Set(), 0, 0)?.snapshot === snapshot;
		while (!stopping.signal.aborted && performance.now() < end && !isThere()) await pause(HISTORY_PAUSE);
	}

	const pause = (time: number) => sleep(time, undefined, { signal: stopping.signal }).catch(() => {});

	/** Announces a release, and tries again until the state can be used. */
	async function untilAnnounced(release: Announced, served: string | undefined): Promise<void> {
		while (!stopping.signal.aborted) {
			try {
				await announce(release, served);
				return;
			} catch (error) {
				report(error);
				await pause(RETRY);
			}
		}
	}

	return {
		announce(release) {
			const served = before;
			before = release.snapshot;
			working = working.then(() => untilAnnounced(release, served));
		},
		async close() {
			stopping.abort();
			await working;
		},
	};
}

function changesUrl(siteUrl: string, last: string | undefined): string | null {
	return last === undefined ? null : `${siteUrl}/v1/changes?since=${last}`;
}

type Listening = Pick<Webhook, 'id' | 'programs'>;

/** What an event says about one record. */
interface Item {
	/** The slug of the program that it is about. */
	readonly program: string;
	readonly entry: object;
}

/** The events that list records, and how an item is made from a change. A change without an item is left out. */
const LISTS = [
	{ event: 'program.changed', kind: 'program', list: 'programs', itemOf: programItem },
	{ event: 'review.published', kind: 'review', list: 'reviews', itemOf: reviewItem },
] as const;

function programItem({ id, op, fields, renamed_from }: StoredChange, siteUrl: string): Item | undefined {
	const changed = fields === null ? undefined : Object.keys(JSON.parse(fields));
	if (changed && !isChange(changed)) return undefined;
	const more = { ...(renamed_from !== null && { renamed_from }), ...(changed && { fields: changed }) };
	return { program: id, entry: { slug: id, op, ...more, url: siteUrl + programAddress(id) } };
}

function reviewItem({ id, op }: StoredChange, siteUrl: string, release: Announced): Item | undefined {
	const content = op === 'added' ? release.resource(`/reviews/${id}`) : undefined;
	if (content === undefined) return undefined;
	const program: string = JSON.parse(content.body.toString()).data.program.slug;
	return { program, entry: { id, program, url: siteUrl + reviewAddress(id) } };
}

interface Wanted {
	readonly history: AnnouncerOptions['history'];
	readonly since: string;
	readonly kind: ChangeKind;
	readonly listening: readonly Listening[];
}

interface Items {
	/** The first items, and those about programs that webhooks have chosen. */
	readonly items: readonly Item[];
	readonly total: number;
}

/** Reads what has changed since a snapshot. Keeps only what events can name. */
async function readItems(
	{ history, since, kind, listening }: Wanted,
	itemOf: (change: StoredChange) => Item | undefined,
): Promise<Items> {
	const chosen = new Set(listening.flatMap(({ programs }) => programs ?? []));
	const items: Item[] = [];
	let total = 0;
	for (let offset = 0; offset < MOST_CHANGES; offset += AT_ONCE) {
		const found = history.since({ snapshot: since }, new Set([kind]), offset, AT_ONCE);
		for (const change of found?.changes ?? []) {
			const item = itemOf(change);
			if (item === undefined) continue;
			if (total++ < MOST_ITEMS || chosen.has(item.program)) items.push(item);
		}
		if (offset + AT_ONCE >= (found?.total ?? 0)) break;
		await sleep(0);
	}
	return { items, total };
}

/** Makes the events that list records: one for all webhooks without a choice, and one for each webhook with a choice. */
function eventsOf(
	{ event, list, facts }: { readonly event: WebhookEvent; readonly list: string; readonly facts: object },
	{ items, total }: Items,
	listening: readonly Listening[],
): Emitted[] {
	const forAll = listening.filter(({ programs }) => programs === null).map(({ id }) => id);
	const groups = [
		{ webhooks: forAll, items: items.slice(0, MOST_ITEMS), total },
		...listening.flatMap(({ id, programs }) => {
			if (programs === null) return [];
			const own = items.filter(({ program }) => programs.includes(program));
			return [{ webhooks: [id], items: own, total: own.length }];
		}),
	];
	return groups
		.filter(({ webhooks, total }) => webhooks.length > 0 && total > 0)
		.map(({ webhooks, items, total }) => {
			const entries = fitting(items.map(({ entry }) => entry));
			return { event, webhooks, data: { ...facts, [list]: entries, more: total - entries.length } };
		});
}

/** Returns the first entries that fit into an event. */
function fitting<T>(entries: readonly T[]): T[] {
	let room = ROOM;
	const fit: T[] = [];
	for (const entry of entries.slice(0, MOST_ITEMS)) {
		room -= JSON.stringify(entry).length + 1;
		if (room < 0) break;
		fit.push(entry);
	}
	return fit;
}
