/** Sends events to webhooks, and announces releases to them. */
import type { HistoryReader } from '../../release/history/history-reader.ts';
import { excerpt } from '../../shared/text.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { type Network, WebProblem } from '../../shared/web/network.ts';
import { request } from '../../shared/web/request.ts';
import type { Sending } from '../../state/delivery-store.ts';
import { type JobPool, poolJobs } from '../../state/jobs/job-pool.ts';
import { type Backoff, pauseAfter } from '../../state/jobs/job-runner.ts';
import type { TakenJob } from '../../state/jobs/job-store.ts';
import type { State } from '../../state/state.ts';
import type { SwitchedOff } from '../../state/webhook-store.ts';
import { WEBHOOK_JOB } from '../../state/webhooks/emit.ts';
import { type SecretBox, secretBox } from '../../state/webhooks/sealed-secret.ts';
import { signedHeaders } from '../../state/webhooks/sign.ts';
import { TEST_EVENT } from '../../state/webhooks/webhook.ts';
import { documentationAddress } from '../../website/addresses.ts';
import type { Log } from '../log.ts';
import { type Announcer, openAnnouncer } from './announce.ts';

interface WebhooksOptions {
	readonly state: State;
	readonly history: HistoryReader;
	/** The operator's AUTH_SECRET, which encrypts the secrets of webhooks. */
	readonly authSecret: string;
	/** The addresses that events may be sent to. */
	readonly network: Network;
	readonly siteUrl: string;
	readonly log: Log;
}

/** Its `close` finishes the requests that are being made. The other events stay in the state. */
export function openWebhooks(options: WebhooksOptions): Announcer {
	const { state, history, authSecret, network, siteUrl, log } = options;
	const announcer = openAnnouncer({
		state,
		history,
		siteUrl,
		report: (error) => log.error({ err: error }, 'could not tell webhooks of the release; will keep trying'),
	});
	const queue = openWebhookQueue({
		state,
		secrets: secretBox(authSecret),
		network,
		userAgent: `DirectoryWebhooks (+${siteUrl}${documentationAddress('webhooks')})`,
		switchedOff: ({ webhook }) => log.info({ webhook }, 'switched off a webhook that failed'),
		report: (error) => log.error({ err: error }, 'could not send the events of webhooks; will keep trying'),
	});
	return {
		announce: announcer.announce,
		async close() {
			await Promise.all([announcer.close(), queue.close()]);
		},
	};
}

/** The pauses between attempts. With them, an event is sent about 14 times in a day. */
const PAUSES: Backoff = { first: 30_000, most: 4 * 60 * 60_000 };
/** The last attempt is this long before the end of a job, in milliseconds. A lease must end before it. */
const BEFORE_END = 2 * 60_000;
/** A receiver that answers this never wants an event again (Standard Webhooks, Delivery failure). */
const GONE = 410;

interface WebhookQueueOptions {
	readonly state: Pick<State, 'clock' | 'deliveries' | 'jobs'>;
	readonly secrets: SecretBox;
	/** The addresses that events may be sent to. */
	readonly network: Network;
	readonly userAgent: string;
	/** Called when a webhook was switched off because it failed. */
	readonly switchedOff: (webhook: SwitchedOff) => void;
	readonly report: (error: unknown) => void;
}

export function openWebhookQueue(options: WebhookQueueOptions): JobPool {
	const { state, secrets, network, userAgent, switchedOff, report } = options;
	const { deliveries } = state;

	/** The secrets to sign with. Undefined if they were encrypted with another AUTH_SECRET. */
	function secretsOf({ webhook_id, secret, previous_secret, previous_until }: Sending): string[] | undefined {
		const current = secrets.open(secret, webhook_id);
		if (current === undefined) return undefined;
		const isOver = previous_secret === null || previous_until === null || previous_until <= toTimestamp(new Date());
		const previous = isOver ? undefined : secrets.open(previous_secret, webhook_id);
		return previous === undefined ? [current] : [current, previous];
	}

	async function work(job: TakenJob): Promise<void> {
		const sending = await deliveries.sending(job);
		if (sending === undefined) return deliveries.dropped(job);
		const { url, event, event_id: id, body, failures, account_id: account } = sending;
		const open = secretsOf(sending);
		const answer =
			open === undefined
				? { status: null, error: UNREADABLE }
				: await sendEvent({ url, id, body, secrets: open, userAgent, account }, network);
		if (!('error' in answer)) return deliveries.delivered(job, answer.status);
		const off = open === undefined ? 'secret' : answer.status === GONE ? 'gone' : undefined;
		const isLast = off !== undefined || event === TEST_EVENT || job.left <= BEFORE_END;
		const own = Math.min(pauseAfter(job.attempts, PAUSES), job.left - BEFORE_END);
		const pauses = isLast ? undefined : { own, others: pauseAfter(failures + 1, PAUSES) };
		const ended = await deliveries.failed(job, { ...answer, off, pauses });
		if (ended !== undefined) switchedOff(ended);
	}

	return poolJobs(state.jobs, {
		kinds: [WEBHOOK_JOB],
		work,
		async clean() {
			if ((await state.clock.now()) === undefined) return;
			for (const ended of await deliveries.giveUpExpired()) switchedOff(ended);
		},
		failed: report,
	});
}

const UNREADABLE =
	'The secret of this webhook cannot be read, because the operator changed AUTH_SECRET. Rotate the secret.';

/** The maximum time for a request, from looking up the host to the end of the response, in milliseconds. */
const LONGEST = 10_000;
const READ = 4_000;
/** The length of the quote from a response that is not a success. */
const QUOTE = 200;

interface SentEvent {
	readonly url: string;
	readonly id: string;
	readonly body: string;
	readonly secrets: readonly string[];
	readonly userAgent: string;
	/** The ID of the account that owns the webhook. */
	readonly account: string;
}

type Answer = { readonly status: number } | { readonly status: number | null; readonly error: string };

/** Sends an event. Redirects are not followed. Never throws because of the receiver. */
async function sendEvent({ url, id, body, secrets, userAgent, account }: SentEvent, network: Network): Promise<Answer> {
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
