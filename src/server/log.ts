import { type Logger, pino } from 'pino';

export interface Log extends Logger {
	/** Writes what is held back, now. */
	flushNow(): void;
}

/** Lines are gathered up to this many bytes, or half a second, so that a request does not wait for one. */
const GATHERED = 4096;
const INTERVAL = 500;

/** A log of JSON lines on standard output. */
export function openLog(level: string): Log {
	const destination = pino.destination({ sync: false, minLength: GATHERED });
	const formatters = { level: (label: string) => ({ level: label }) };
	const log = pino({ level, base: null, timestamp, formatters }, destination);
	setInterval(() => destination.flush(), INTERVAL).unref();
	return Object.assign(log, { flushNow: () => destination.flushSync() });
}

let written = Number.NaN;
let text = '';

/** The time as ISO 8601, written out once a millisecond. */
function timestamp(): string {
	const now = Date.now();
	if (now !== written) {
		written = now;
		text = `,"time":"${new Date(now).toISOString()}"`;
	}
	return text;
}
