/** The log: JSON lines on standard output. */
import { type Logger, pino } from 'pino';
import { LineSink } from './line-sink.ts';

/** What the log says of one request. */
export interface RequestLine {
	readonly request_id: string;
	/** The first characters of the key, once it is known to be one. */
	readonly key: string | undefined;
	readonly method: string;
	/** Without the query, which may say whom someone looks for. */
	readonly path: string;
	readonly status: number;
	/** Of the body. */
	readonly bytes: number;
	/** Milliseconds inside the server. */
	readonly ms: number;
}

export interface Log extends Logger {
	/** Adds the line of a request. */
	request(line: RequestLine): void;
	/** Writes what is held back. Returns when that is done, or seems to have no reader. */
	finish(): Promise<void>;
}

/**
 * @param level the least that is logged; requests are `info`
 * @param sink where others write too
 */
export function openLog(level: string, sink: LineSink = new LineSink()): Log {
	const formatters = { level: (label: string) => ({ level: label }) };
	const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters }, sink);
	const ignore = () => {};
	return Object.assign(logger, {
		request: logger.isLevelEnabled('info') ? (line: RequestLine) => sink.write(requestLine(line)) : ignore,
		finish: () => sink.finish(),
	});
}

/**
 * One line about a request. Written by hand, because a general logger takes longer for it than the server takes for the
 * request: pino 9 µs in all, this 1 µs. Only the path can hold what JSON must escape.
 */
function requestLine({ request_id, key, method, path, status, bytes, ms }: RequestLine): string {
	const keyField = key === undefined ? '' : `"key":"${key}",`;
	return `${currentStart()}${request_id}",${keyField}"method":"${method}","path":${toJson(path)},"status":${status},"bytes":${bytes},"ms":${toThousandths(ms)}}\n`;
}

/** As `JSON.stringify`, which takes its time, and most paths have nothing to escape. */
function toJson(path: string): string {
	return /^[\w/.~%-]*$/.test(path) ? `"${path}"` : JSON.stringify(path);
}

/** A number with three decimals, from two whole ones: those are written out in a third of the time of a fraction. */
function toThousandths(number: number): string {
	const thousandths = Math.round(number * 1000);
	return `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`;
}

let writtenTime = Number.NaN;
let writtenStart = '';

/** What every line starts with; the time (ISO 8601) is written out once a millisecond. */
function currentStart(): string {
	const now = Date.now();
	if (now !== writtenTime) {
		writtenTime = now;
		writtenStart = `{"level":"info","time":"${new Date(now).toISOString()}","request_id":"`;
	}
	return writtenStart;
}
