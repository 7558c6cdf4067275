/** Sends one event to one address. */
import { excerpt } from '../../shared/excerpt.ts';
import { type Network, WebProblem } from '../../shared/web/network.ts';
import { request } from '../../shared/web/request.ts';
import { signedHeaders } from '../../state/webhooks/sign.ts';

/** The maximum time for a request, from looking up the host to the end of the response, in milliseconds. */
const LONGEST = 10_000;
/** The number of bytes of a response that are read. */
const READ = 4_000;
/** The length of the quote from a response that is not a success. */
const QUOTE = 200;

export interface SentEvent {
	readonly url: string;
	/** The ID of the event. */
	readonly id: string;
	readonly body: string;
	readonly secrets: readonly string[];
	readonly userAgent: string;
	/** The ID of the account that owns the webhook. */
	readonly account: string;
}

export type Answer = { readonly status: number } | { readonly status: number | null; readonly error: string };

/** Sends an event. Redirects are not followed. Never throws because of the receiver. */
export async function sendEvent(
	{ url, id, body, secrets, userAgent, account }: SentEvent,
	network: Network,
): Promise<Answer> {
	const timestamp = Math.floor(Date.now() / 1000);
	const headers = {
		'content-type': 'application/json',
		'user-agent': userAgent,
		...signedHeaders({ id, timestamp, body }, secrets),
	};
	try {
		const sent = { headers, content: body, longest: LONGEST, largest: READ, readsAll: true, account };
		const { status, body: answer } = await request(new URL(url), sent, network);
		if (status >= 200 && status < 300) return { status };
		return { status, error: described(status, answer.toString()) };
	} catch (error) {
		if (!(error instanceof WebProblem)) throw error;
		return { status: null, error: `The receiver ${error.message}.` };
	}
}

function described(status: number, answer: string): string {
	if (status >= 300 && status < 400) return `The receiver answered ${status}. Redirects are not followed.`;
	const quote = excerpt(answer.replace(/[\p{C}\s]+/gu, ' ').trim(), QUOTE);
	return `The receiver answered ${status}${quote === '' ? '.' : `: ${quote}`}`;
}
