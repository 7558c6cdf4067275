/**
 * A histogram of the durations of requests. prom-client's own takes 3 to 6 µs for each request, a tenth of the time of
 * the request itself. This one takes a tenth of that, and gives prom-client its figures when Prometheus asks.
 */
import type { Metric, Registry } from 'prom-client';

/** The upper bounds of the buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

/** The requests with one route and status. */
interface Series {
	readonly status: number;
	/** The requests in each bucket that are in no smaller one. The last bucket has no bound. */
	readonly buckets: number[];
	/** All durations together, in seconds. */
	sum: number;
}

export class RequestHistogram {
	readonly #name: string;
	readonly #series = new Map<string, Series[]>();

	constructor(registry: Registry, name: string, help: string) {
		this.#name = name;
		const get = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: this.#values() });
		// prom-client's aggregated metrics are objects like this one too.
		registry.registerMetric({ name, help, get, reset: () => this.#series.clear() } as unknown as Metric);
	}

	observe(route: string, status: number, seconds: number): void {
		const series = this.#seriesOf(route, status);
		let bucket = 0;
		while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket++;
		series.buckets[bucket]!++;
		series.sum += seconds;
	}

	#seriesOf(route: string, status: number): Series {
		const ofRoute = this.#series.get(route) ?? [];
		if (ofRoute.length === 0) this.#series.set(route, ofRoute);
		for (const series of ofRoute) if (series.status === status) return series;
		const series = { status, buckets: Array<number>(BOUNDS.length + 1).fill(0), sum: 0 };
		ofRoute.push(series);
		return series;
	}

	#values() {
		return [...this.#series].flatMap(([route, all]) =>
			all.flatMap(({ status, buckets, sum }) => {
				const labels = { route, status };
				let count = 0;
				const values = buckets.map((requests, i) => {
					count += requests;
					return { labels: { le: BOUNDS[i] ?? '+Inf', ...labels }, value: count, metricName: `${this.#name}_bucket` };
				});
				return [
					...values,
					{ labels, value: sum, metricName: `${this.#name}_sum` },
					{ labels, value: count, metricName: `${this.#name}_count` },
				];
			}),
		);
	}
}
