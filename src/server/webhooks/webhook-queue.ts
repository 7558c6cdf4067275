/** Sends the events that wait for webhooks. Every server process does this, and each takes different events. */
import { toTimestamp } from '../../shared/to-timestamp.ts';
import type { Network } from '../../shared/web/network.ts';
import type { Sending } from '../../state/delivery-store.ts';
import { type Backoff, pauseAfter } from '../../state/jobs/backoff.ts';
import { type JobPool, poolJobs } from '../../state/jobs/job-pool.ts';
import type { TakenJob } from '../../state/jobs/job-store.ts';
import type { State } from '../../state/state.ts';
import type { SwitchedOff } from '../../state/webhook-store.ts';
import { WEBHOOK_JOB } from '../../state/webhooks/emit.ts';
import type { SecretBox } from '../../state/webhooks/sealed-secret.ts';
import { TEST_EVENT } from '../../state/webhooks/webhook.ts';
import { sendEvent } from './send.ts';

/** The pauses between attempts. With them, an event is sent about 14 times in a day. */
const PAUSES: Backoff = { first: 30_000, most: 4 * 60 * 60_000 };
/** The last attempt is this long before the end of a job, in milliseconds. A lease must end before it. */
const BEFORE_END = 2 * 60_000;
/** A receiver that answers this never wants an event again (Standard Webhooks, Delivery failure). */
const GONE = 410;

export interface WebhookQueueOptions {
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
