/** Keeps an outage from flooding the log: an error that repeats is logged once, then counted. */
import type { LogFn } from 'pino';
import { ApiError } from '../api/error.ts';
import { StateUnavailable } from '../state/unavailable.ts';

const MINUTE = 60_000;
/** How long an error must not happen before it is logged with its stack again, in milliseconds. */
const QUIET = 2 * MINUTE;

interface Repeated {
	/** How often the error has happened since the last line about it. */
	more: number;
	/** When it last happened, as a value of `performance.now()`. */
	last: number;
	tell(): void;
}

export class RepeatedErrors {
	readonly #repeated = new Map<string, Repeated>();
	#timer: NodeJS.Timeout | undefined;

	/**
	 * Writes a line with an error, or counts it. Errors of an outage are counted by their messages. Other errors of requests
	 * have a line each, because people report them by their request ID.
	 *
	 * @param fields the fields of the line, with the error as `err`
	 */
	log(fields: { readonly err: unknown; readonly request_id?: unknown }, message: string, write: LogFn): void {
		const { err } = fields;
		const outage = causes(err).find(isOutage);
		if (outage === undefined && fields.request_id !== undefined) {
			write(fields, message);
			return;
		}
		const id = `${message}\n${outage?.message ?? causes(err)[0]?.stack}`;
		const known = this.#repeated.get(id);
		if (known !== undefined) {
			known.more++;
			known.last = performance.now();
			return;
		}
		write(fields, message);
		const tell = () => {
			const times = repeated.more === 1 ? 'once more' : `${repeated.more.toLocaleString('en')} more times`;
			write({ more: repeated.more }, `${message} (${times})`);
		};
		const repeated: Repeated = { more: 0, last: performance.now(), tell };
		this.#repeated.set(id, repeated);
		this.#timer ??= setInterval(() => this.tell(), MINUTE).unref();
	}

	/** Writes how often each error has happened again. */
	tell(): void {
		for (const [id, repeated] of this.#repeated) {
			if (repeated.more > 0) repeated.tell();
			else if (performance.now() - repeated.last > QUIET) this.#repeated.delete(id);
			repeated.more = 0;
		}
		if (this.#repeated.size > 0) return;
		clearInterval(this.#timer);
		this.#timer = undefined;
	}
}

function causes(error: unknown): Error[] {
	return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

const isOutage = (error: Error) =>
	error instanceof StateUnavailable || (error instanceof ApiError && error.code === 'UNAVAILABLE');
