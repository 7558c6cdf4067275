/** The figures that Prometheus reads. Each process counts its own. */

import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ConnectionLimits } from '../../config/defaults.ts';
import type { Waiting } from '../../state/jobs/job-store.ts';
import type { State } from '../../state/state.ts';
import { MALFORMED_STATUSES } from '../malformed-requests.ts';
import { PROBLEMS, type Problem, reasonOf } from '../problems.ts';
import { type Readiness, STATUSES, statusOf } from '../readiness.ts';
import { RequestHistogram, routeOf } from './request-figures.ts';

/** The figures of a process, as a worker sends them to its primary process. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The parts of a server whose figures are read when Prometheus asks. */
interface Watched {
	/** The times when the release was published, and when it was built from its snapshot, in milliseconds since 1970. */
	release(): Promise<{ readonly published: number; readonly built: number }>;
	readonly readiness: Readiness;
	readonly state: Pick<State, 'probe' | 'size' | 'about'>;
	/** The emails. Undefined if the site cannot send mail. */
	mail(): { readonly givenUp: number; waiting(): Promise<Waiting> } | undefined;
	/** The events of webhooks that wait. Undefined if there are no webhooks. */
	webhooks(): Promise<{ readonly waiting: number; readonly failed: number }> | undefined;
	droppedLines(): number;
	connections(): number;
}

export interface Metrics {
	readonly registry: Registry;
	/** Counts a response. @param ms how long it took, in milliseconds */
	request(target: string, status: number, ms: number): void;
	/** Counts a request that was refused because of its key or its limits. @param reason the code of the error */
	keyRefused(reason: string): void;
	connectionRefused(limit: keyof ConnectionLimits): void;
	/** Counts a request that Node could not read. */
	malformedRequest(status: number): void;
	/** Adds the figures that are read when Prometheus asks. */
	watch(watched: Watched): void;
}

export function createMetrics(): Metrics {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });
	const requests = new RequestHistogram(
		registry,
		'directory_http_request_duration_seconds',
		'How long requests took, by group of addresses and by status. Its count is the number of requests.',
	);
	const refusals = new Counter({
		name: 'directory_keys_refused_total',
		help: 'API requests that were refused because of their key or its limits, by the code of the error.',
		labelNames: ['reason'],
		registers,
	});
	const connections = new Counter({
		name: 'directory_connections_refused_total',
		help: 'Connections beyond a limit: MAX_CONNECTIONS (total) or MAX_CONNECTIONS_PER_ADDRESS (address).',
		labelNames: ['limit'],
		registers,
	});
	for (const limit of ['total', 'address']) connections.inc({ limit }, 0);
	const malformed = new Counter({
		name: 'directory_malformed_requests_total',
		help: 'Requests that could not be read, by the status of the response.',
		labelNames: ['status'],
		registers,
	});
	for (const status of MALFORMED_STATUSES) malformed.inc({ status }, 0);
	return {
		registry,
		request: (target, status, ms) => requests.observe(routeOf(target), status, ms / 1000),
		keyRefused: (reason) => refusals.inc({ reason }),
		connectionRefused: (limit) => connections.inc({ limit: limit === 'total' ? 'total' : 'address' }),
		malformedRequest: (status) => malformed.inc({ status }),
		watch(watched) {
			watchReadiness(registry, watched);
			for (const gauge of GAUGES) addGauge(registry, gauge, watched);
			addCounter(registry, DROPPED_LINES, watched.droppedLines);
			addCounter(registry, GIVEN_UP, () => watched.mail()?.givenUp ?? 0);
		},
	};
}

interface WatchedGauge {
	/** The name after `directory_`. */
	readonly name: string;
	readonly help: string;
	/** How the gauges of several server processes become one. */
	readonly aggregator: 'sum' | 'min' | 'max';
	/** The gauge has no value if this fails or returns undefined. */
	read(watched: Watched): number | undefined | Promise<number | undefined>;
}

const GAUGES: readonly WatchedGauge[] = [
	{
		name: 'release_published_timestamp_seconds',
		help: 'When the current release was published, in seconds since 1970.',
		aggregator: 'min',
		read: async ({ release }) => (await release()).published / 1000,
	},
	{
		name: 'snapshot_built_timestamp_seconds',
		help: 'When the current release was built from its snapshot, in seconds since 1970.',
		aggregator: 'min',
		read: async ({ release }) => (await release()).built / 1000,
	},
	{
		name: 'connections',
		help: 'Open connections.',
		aggregator: 'sum',
		read: ({ connections }) => connections(),
	},
	{
		name: 'state_probe_duration_seconds',
		help: 'How long it takes to begin and undo a write to the state.',
		aggregator: 'max',
		async read({ state }) {
			const start = performance.now();
			await state.probe();
			return (performance.now() - start) / 1000;
		},
	},
	{
		name: 'state_size_bytes',
		help: "The size of the state's database.",
		aggregator: 'max',
		read: ({ state }) => state.size(),
	},
	{
		name: 'backup_timestamp_seconds',
		help: 'When the state was last backed up, in seconds since 1970. 0 if it never was.',
		aggregator: 'max',
		read: async ({ state }) => Date.parse((await state.about.backedUpAt()) ?? '1970-01-01') / 1000,
	},
	{
		name: 'mail_waiting',
		help: 'Emails that wait, on all servers together.',
		aggregator: 'max',
		read: async ({ mail }) => (await mail()?.waiting())?.waiting,
	},
	{
		name: 'mail_oldest_seconds',
		help: 'How long the oldest email has been waiting.',
		aggregator: 'max',
		async read({ mail }) {
			const waiting = await mail()?.waiting();
			return waiting && (waiting.oldest ?? 0) / 1000;
		},
	},
	{
		name: 'webhook_events_waiting',
		help: 'Events that wait for webhooks, on all servers together.',
		aggregator: 'max',
		read: async ({ webhooks }) => (await webhooks())?.waiting,
	},
	{
		name: 'webhook_events_failing',
		help: 'Events that wait for webhooks and have failed at least once, on all servers together.',
		aggregator: 'max',
		read: async ({ webhooks }) => (await webhooks())?.failed,
	},
];

function addGauge(registry: Registry, { name, help, aggregator, read }: WatchedGauge, watched: Watched): void {
	new Gauge({
		name: `directory_${name}`,
		help,
		aggregator,
		registers: [registry],
		async collect() {
			this.reset();
			const value = await (async () => read(watched))().catch(() => undefined);
			if (value === undefined) this.remove();
			else this.set(value);
		},
	});
}

/** The primary process of several workers has only this counter. */
export const DROPPED_LINES = {
	name: 'directory_log_lines_dropped_total',
	help: 'Lines of the log that were dropped because nothing read them.',
};
const GIVEN_UP = {
	name: 'directory_mail_given_up_total',
	help: 'Emails that were given up: refused for ever, or tried for a day.',
};

/** Adds a counter whose value is read when Prometheus asks. */
export function addCounter(registry: Registry, names: typeof DROPPED_LINES, read: () => number): void {
	new Counter({
		...names,
		registers: [registry],
		collect() {
			this.reset();
			this.inc(read());
		},
	});
}

/** Adds the gauges of `/readyz`. Each known reason always has a value, so that its alert ends when the reason does. */
function watchReadiness(registry: Registry, { readiness }: Watched): void {
	new Gauge({
		name: 'directory_status',
		help: 'How many server processes have this status at /readyz.',
		labelNames: ['status'],
		aggregator: 'sum',
		registers: [registry],
		async collect() {
			const now = statusOf(await readiness());
			for (const status of STATUSES) this.set({ status }, Number(status === now));
		},
	});
	new Gauge({
		name: 'directory_readiness_reason',
		help: 'Whether /readyz has this reason now.',
		labelNames: ['code', 'severity', 'message'],
		aggregator: 'max',
		registers: [registry],
		async collect() {
			const now = await readiness();
			const all: readonly Problem[] = Object.values(PROBLEMS);
			for (const problem of all) this.set({ ...reasonOf(problem) }, Number(now.includes(problem)));
		},
	});
}
