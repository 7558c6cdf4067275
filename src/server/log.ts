/** The log: JSON lines on standard output. */

import { type Logger, type LoggerOptions, pino } from 'pino';
import type { LoggedRequests } from '../config/defaults.ts';
import { excerpt } from '../shared/text.ts';
import { LineSink } from './line-sink.ts';
import { RepeatedErrors } from './repeated-errors.ts';

interface RequestLine {
	readonly request_id: string;
	readonly key: string | undefined;
	readonly address: string | undefined;
	/** The name that the client's software gives itself. Undefined if it is not logged, or not sent. */
	readonly user_agent: string | undefined;
	readonly method: string;
	/** The path. The query is left out, because it can be private. */
	readonly path: string;
	readonly status: number;
	readonly bytes: number;
	readonly ms: number;
}

export interface LogOptions {
	readonly level: string;
	/** Which requests are logged. By default, all if `level` is `info` or `debug`, otherwise none. */
	readonly requests?: LoggedRequests | undefined;
	/** Whether the lines of requests contain the IP address of the client. */
	readonly addresses?: boolean | undefined;
	/** Whether the lines of requests contain the name that the client's software gives itself. */
	readonly userAgents?: boolean | undefined;
}

export interface Log extends Logger {
	/** The facts about clients that the lines of requests contain. */
	readonly logged: { readonly address: boolean; readonly userAgent: boolean };
	request(line: RequestLine): void;
	/** Returns how many lines were dropped because nothing read them. */
	dropped(): number;
	/** Writes all lines. Resolves when all are written, or when there seems to be no reader. */
	finish(): Promise<void>;
}

/** The maximum number of characters of a user agent in the log, before the dots of what is cut off. */
const LONGEST_USER_AGENT = 300;

/** @param sink writes the lines. Several logs can use one sink */
export function openLog(options: LogOptions, sink: LineSink = new LineSink()): Log {
	const { level, addresses = false, userAgents = false } = options;
	const formatters = { level: (label: string) => ({ level: label }) };
	const errors = new RepeatedErrors();
	const hooks: LoggerOptions['hooks'] = {
		logMethod(args, write) {
			const [fields, message] = args as unknown as [unknown, string];
			if (typeof fields !== 'object' || fields === null || !('err' in fields)) write.apply(this, args);
			else errors.log(fields, message, write.bind(this));
		},
	};
	const timestamp = pino.stdTimeFunctions.isoTime;
	const logger = pino({ level, base: null, timestamp, formatters, hooks }, sink);
	const { requests = logger.isLevelEnabled('info') ? 'all' : 'none' } = options;
	const write = (line: RequestLine) => sink.write(requestLine(line));
	const writers = {
		all: write,
		errors: (line: RequestLine) => {
			if (line.status >= 500) write(line);
		},
		none: () => {},
	} as const satisfies { readonly [R in LoggedRequests]: (line: RequestLine) => void };
	return Object.assign(logger, {
		logged: { address: addresses, userAgent: userAgents },
		request: writers[requests],
		dropped: () => sink.dropped,
		finish() {
			errors.tell();
			return sink.finish();
		},
	});
}

/** Makes the log line of a request. With pino, it would take several times as long. */
function requestLine({ user_agent, ms, ...line }: RequestLine): string {
	const fields = {
		level: 'info',
		time: new Date().toISOString(),
		...line,
		user_agent: user_agent && excerpt(user_agent, LONGEST_USER_AGENT),
		ms: Math.round(ms * 1000) / 1000,
	};
	return `${JSON.stringify(fields)}\n`;
}

/**
 * Returns the part of a request's target that may be stored: the path, with keys replaced even if they are
 * percent-encoded. The query is left out, because it can be private.
 *
 * @param prefix the prefix of every key
 */
export function loggedPath(target: string, prefix: string): string {
	const end = target.indexOf('?');
	const path = end === -1 ? target : target.slice(0, end);
	const decoded = path.replace(ENCODED, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
	return decoded.includes(prefix) ? decoded.replaceAll(new RegExp(`${prefix}\\w*`, 'g'), '[key]') : path;
}

/** An encoded character. Its percent sign may be encoded too, any number of times. */
const ENCODED = /%(?:25)*([0-9a-f]{2})/gi;
