/** Answers the health checks, and refuses other requests on the connections that are kept for them. */
import { ApiError } from '../api/error.ts';
import { isUnderBase } from '../api/target.ts';
import type { HttpResponse } from '../shared/http/response.ts';
import type { CurrentRelease } from './current-release.ts';
import { reasonOf } from './problems.ts';
import { type Readiness, statusOf } from './readiness.ts';

export const HEALTH_CHECKS: readonly string[] = ['/healthz', '/readyz'];

/** Answers a health check: whether the process runs, or whether it is ready for requests. */
export async function healthResponse(
	target: string,
	releases: CurrentRelease,
	readiness: Readiness,
	isDraining: boolean,
): Promise<HttpResponse> {
	if (target === '/healthz') {
		const { id: release, snapshot } = releases.get().manifest;
		return isDraining
			? health(503, { status: 'draining', release, snapshot })
			: health(200, { status: 'ok', release, snapshot });
	}
	const problems = await readiness();
	const report = { status: statusOf(problems), reasons: problems.map(reasonOf) };
	return report.status === 'not ready' ? health(503, report, ['Retry-After', '5']) : health(200, report);
}

function health(status: number, report: object, further: readonly string[] = []): HttpResponse {
	const headers = ['Content-Type', 'application/json', 'Cache-Control', 'no-store', ...further];
	return { status, headers, body: Buffer.from(JSON.stringify(report)) };
}

/** Refuses a request on a connection beyond the limits. */
export function tooManyConnections(target: string, releases: CurrentRelease): HttpResponse {
	const isApi = isUnderBase(target);
	const error = new ApiError('UNAVAILABLE', 'There are too many open connections. Try again in a few seconds.');
	// biome-ignore format: a name and its value on each line
	const headers = [
		'X-Snapshot', releases.get().snapshot,
		'Content-Type', isApi ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
		'Cache-Control', 'no-store',
		'Retry-After', '5',
	];
	return { status: 503, headers, body: Buffer.from(isApi ? JSON.stringify(error) : `${error.message}\n`) };
}
