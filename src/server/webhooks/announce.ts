/** Tells webhooks of new releases: `release.published`, and `program.changed` for the programs that they have chosen. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredChange } from '../../snapshot/history/change.ts';
import type { HistoryReader } from '../../snapshot/history/history-reader.ts';
import type { State } from '../../state/state.ts';
import { type Emitted, LONGEST_BODY } from '../../state/webhooks/emit.ts';
import type { Webhook } from '../../state/webhooks/webhook.ts';
import { programAddress } from '../../website/addresses.ts';

/** How long to wait before trying again if the state cannot be used, in milliseconds. */
const RETRY = 5_000;
/** How many changes are read from the history at a time. Reading blocks this process. */
const AT_ONCE = 500;
/** How many changes of one release are looked through for the programs that webhooks have chosen. */
const MOST_CHANGES = 50_000;
/** The maximum number of programs that one event names. */
const MOST_PROGRAMS = 100;
/** The room that is left in an event beside its programs, in characters. */
const ROOM = LONGEST_BODY - 1_000;
const PROGRAMS = new Set(['program'] as const);

export interface Announcer {
	/** Announces a release in the background, unless that has been done. */
	announce(snapshot: string): void;
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
	let hasFailed = false;

	async function announce(snapshot: string, served: string | undefined): Promise<void> {
		for (;;) {
			const last = await deliveries.lastRelease();
			const release = { snapshot, before: served, last };
			if (!(await deliveries.isNews(release))) return;
			const facts = { snapshot, since: last ?? null, changes_url: changesUrl(siteUrl, last) };
			const events: Emitted[] = [{ event: 'release.published', data: facts }];
			const listening = await deliveries.listening('program.changed');
			if (last !== undefined && listening.length > 0) {
				events.push(...(await programEvents(await readChanges(history, last, listening), listening, facts, siteUrl)));
			}
			if (await deliveries.announce(release, events)) return;
		}
	}

	/** Announces a release, and tries again until the state can be used. */
	async function untilAnnounced(snapshot: string, served: string | undefined): Promise<void> {
		while (!stopping.signal.aborted) {
			try {
				await announce(snapshot, served);
				hasFailed = false;
				return;
			} catch (error) {
				if (!hasFailed) report(error);
				hasFailed = true;
				await sleep(RETRY, undefined, { signal: stopping.signal }).catch(() => {});
			}
		}
	}

	return {
		announce(snapshot) {
			const served = before;
			before = snapshot;
			working = working.then(() => untilAnnounced(snapshot, served));
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
type ProgramChange = Pick<StoredChange, 'id' | 'op' | 'fields' | 'renamed_from'>;

interface Changes {
	/** The changes, in order. Only those that an event can name are kept. */
	readonly changes: readonly ProgramChange[];
	readonly total: number;
}

/**
 * Reads the changes of programs since a snapshot. Keeps the first MOST_PROGRAMS, and those of programs that webhooks have
 * chosen.
 */
async function readChanges(
	history: AnnouncerOptions['history'],
	since: string,
	listening: readonly Listening[],
): Promise<Changes> {
	const chosen = new Set(listening.flatMap(({ programs }) => programs ?? []));
	const changes: ProgramChange[] = [];
	for (let offset = 0; ; offset += AT_ONCE) {
		const found = history.since({ snapshot: since }, PROGRAMS, offset, AT_ONCE);
		if (found === undefined) return { changes, total: 0 };
		changes.push(...found.changes.filter(({ id }, index) => offset + index < MOST_PROGRAMS || chosen.has(id)));
		const isEnough = chosen.size === 0 ? MOST_PROGRAMS : MOST_CHANGES;
		if (offset + AT_ONCE >= Math.min(found.total, isEnough)) return { changes, total: found.total };
		await sleep(0);
	}
}

/** Makes the events about programs: one for all webhooks without a choice, and one for each webhook with a choice. */
function programEvents(
	{ changes, total }: Changes,
	listening: readonly Listening[],
	facts: object,
	siteUrl: string,
): Emitted[] {
	const forAll = listening.filter(({ programs }) => programs === null).map(({ id }) => id);
	const groups = [
		{ webhooks: forAll, changes: changes.slice(0, MOST_PROGRAMS), total },
		...listening.flatMap(({ id, programs }) => {
			if (programs === null) return [];
			const own = changes.filter((change) => programs.includes(change.id));
			return [{ webhooks: [id], changes: own, total: own.length }];
		}),
	];
	return groups
		.filter(({ webhooks, total }) => webhooks.length > 0 && total > 0)
		.map(({ webhooks, changes, total }) => {
			const programs = fitting(changes.map((change) => described(change, siteUrl)));
			return { event: 'program.changed', webhooks, data: { ...facts, programs, more: total - programs.length } };
		});
}

function described({ id, op, fields, renamed_from }: ProgramChange, siteUrl: string) {
	return {
		slug: id,
		op,
		...(renamed_from !== null && { renamed_from }),
		...(fields !== null && { fields: Object.keys(JSON.parse(fields)) }),
		url: siteUrl + programAddress(id),
	};
}

/** Returns the first programs that fit into an event. */
function fitting<T>(programs: readonly T[]): T[] {
	let room = ROOM;
	const fit: T[] = [];
	for (const program of programs.slice(0, MOST_PROGRAMS)) {
		room -= JSON.stringify(program).length + 1;
		if (room < 0) break;
		fit.push(program);
	}
	return fit;
}
