/** Tells webhooks of new releases, with the event `release.published`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReleaseData } from '../../api/release-data.ts';
import { CHANGE_KINDS, type StoredChange } from '../../catalog/change.ts';
import type { HistoryReader } from '../../release/history/history-reader.ts';
import type { State } from '../../state/state.ts';
import { LONGEST_BODY } from '../../state/webhooks/emit.ts';

/** How long to wait before trying again if the state cannot be used, in milliseconds. */
const RETRY = 5_000;
/** How long to wait for the changes of a release, and how often to look for them, in milliseconds. */
const HISTORY_PATIENCE = 10_000;
const HISTORY_PAUSE = 100;
const MOST_CHANGES = 100;
/** The room for changes in an event, in characters. */
const ROOM = LONGEST_BODY - 1_000;
const ALL = new Set(CHANGE_KINDS);

export type Announced = Pick<ReleaseData, 'snapshot'>;

export interface Announcer {
	/** Announces a release in the background, unless that has been done. */
	announce(release: Announced): void;
	/** Stops. A release that is not announced yet is announced by the next server. */
	close(): Promise<void>;
}

interface AnnouncerOptions {
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
			const data = releaseData({ history, siteUrl }, snapshot, last);
			if (await deliveries.announce(release, [{ event: 'release.published', data }])) return;
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

/** Returns the facts of a release: the field `data` of its event. */
function releaseData(
	{ history, siteUrl }: Pick<AnnouncerOptions, 'history' | 'siteUrl'>,
	snapshot: string,
	last: string | undefined,
) {
	const found = last === undefined ? undefined : history.since({ snapshot: last }, ALL, 0, MOST_CHANGES);
	if (found === undefined) return { snapshot, since: null, changes_url: null, changes: [], more: 0 };
	const changes = fitting(found.changes.map(changeData));
	const changes_url = `${siteUrl}/v1/changes?since=${last}`;
	return { snapshot, since: last, changes_url, changes, more: found.total - changes.length };
}

function changeData({ kind, id, op, renamed_from, successor, fields }: StoredChange) {
	return {
		kind,
		id,
		op,
		...(renamed_from !== null && { renamed_from }),
		...(successor !== null && { successor }),
		...(fields !== null && { fields: Object.keys(JSON.parse(fields)) }),
	};
}

/** Returns the first changes that fit into an event. */
function fitting<T>(changes: readonly T[]): readonly T[] {
	let room = ROOM;
	const end = changes.findIndex((change) => {
		room -= JSON.stringify(change).length + 1;
		return room < 0;
	});
	return end < 0 ? changes : changes.slice(0, end);
}
