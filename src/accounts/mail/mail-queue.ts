/** Sends emails from the queue of jobs in the state, so that none is lost when the mail server or this server fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import { shortAddress } from '../../api/limits/address.ts';
import { toTimestamp } from '../../shared/to-timestamp.ts';
import { type JobResult, runJobs } from '../../state/jobs/job-runner.ts';
import { JOB_LIFE, type TakenJob, type Waiting } from '../../state/jobs/job-store.ts';
import { compose, MAIL_KINDS, type Mail, type MailContext, mailOf } from './mail.ts';
import { type MailSettings, openMailer } from './mailer.ts';

/** The kinds of emails that people ask for with a form. */
export type AskedFor = 'reset_password' | 'confirm_new_address' | 'confirm_address';

export interface MailQueue {
	/**
	 * Whether an email that somebody asks for can wait. If not, refuse the request. Sign-ups take no
	 * room from what owners of accounts ask for, not even from those in the same network.
	 *
	 * @param address the IP address of the client
	 */
	hasRoom(kind: AskedFor, address: string): Promise<boolean>;
	/**
	 * Stores an email, which is then sent in the background. If it cannot be stored, reports that and returns normally,
	 * because the action that the email is about has taken place.
	 *
	 * @param address the IP address of the client that asked for it, for which `hasRoom` was true
	 */
	add(mail: Mail, address?: string): Promise<void>;
	/** Whether the mail server cannot be reached, or refuses all emails. */
	readonly isOut: boolean;
	/** Counts the emails that wait, for all servers together. */
	waiting(): Promise<Waiting>;
	/** The number of emails that this process has given up. */
	readonly givenUp: number;
	/** Sends what is due, for up to a few seconds. Later servers send the rest. */
	close(): Promise<void>;
}

export interface MailQueueOptions extends MailContext {
	readonly mail: MailSettings;
	/** Logs an error. It contains neither the recipient nor the text. */
	readonly report: (error: unknown, message: string) => void;
	/** Logs an event that is not an error. */
	readonly inform: (message: string) => void;
}

/**
 * How long `close` waits for a slow mail server, in milliseconds. Another server sends the emails that take longer again,
 * after their lease.
 */
const LONGEST_CLOSE = 10_000;

/** Opens the queue, and tests the connection to the mail server. */
export function openMailQueue(options: MailQueueOptions): MailQueue {
	const { state, report, inform } = options;
	const mailer = openMailer(options.mail);
	const { server } = mailer;
	let givenUp = 0;

	function giveUp(error: string, emails: number): void {
		givenUp += emails;
		report(new Error(error), `gave up sending ${emails === 1 ? 'an email' : `${emails} emails`} through ${server}`);
	}

	async function send(job: TakenJob): Promise<JobResult> {
		const mail = mailOf(job);
		const message = await compose(options, mail);
		// The reason can also have passed while the link was made. Such a link does not work, or nobody knows it.
		if (message === undefined || !(await state.jobs.isHeld(job))) return { result: 'dropped' };
		const sent = await mailer.send(mail.to, message);
		if (sent.result === 'done') return sent;
		if (sent.result === 'refused') {
			giveUp(sent.error, 1);
			return { result: 'refused' };
		}
		if (mail.kind === 'confirm_address') {
			await state.signUps.extend(mail.signUp, toTimestamp(new Date(Date.now() + JOB_LIFE)));
		}
		if (sent.result === 'failed' || !runner.isOut) {
			report(new Error(sent.error), `could not send an email through ${server}; will try again for a day`);
		}
		return sent;
	}

	const runner = runJobs(state.jobs, {
		kinds: MAIL_KINDS,
		async work(job) {
			try {
				return await send(job);
			} catch (error) {
				report(error, 'could not write an email; will try again for a day');
				return { result: 'failed', error: 'The email could not be written. See the log.' };
			}
		},
		test: async () => (await mailer.test()) === undefined,
		outage: (isOut) => {
			if (!isOut) inform(`the mail server at ${server} works again`);
		},
		async clean() {
			if ((await state.clock.now()) === undefined) return;
			const expired = await state.jobs.removeExpired(MAIL_KINDS);
			if (expired > 0) giveUp('They could not be sent for a day.', expired);
		},
		unavailable: (error) => report(error, 'could not read the emails to send from the state; will keep trying'),
	});
	const testing = mailer.test().then((error) => {
		if (error === undefined || runner.isOut) return;
		runner.reportOutage();
		report(new Error(error), `cannot use the mail server at ${server}; emails will wait. Check SMTP_URL`);
	});

	return {
		hasRoom: (kind, address) =>
			state.jobs.hasRoom(shortAddress(address), kind === 'confirm_address' ? undefined : kind),
		async add({ kind, to: target, ...rest }, address) {
			const { account, ...payload } = { account: undefined, ...rest };
			const cause = address === undefined ? undefined : shortAddress(address);
			try {
				if (!(await state.jobs.add({ kind, account, target, payload, cause, isPromised: cause !== undefined }))) {
					giveUp('Too many emails are waiting, or the account was deleted.', 1);
				}
				runner.wake();
			} catch (error) {
				givenUp++;
				report(error, 'could not store an email to send; it is lost');
			}
		},
		get isOut() {
			return runner.isOut;
		},
		get givenUp() {
			return givenUp;
		},
		waiting: () => state.jobs.waiting(MAIL_KINDS),
		async close() {
			const finished = Promise.all([testing, runner.close()]);
			await Promise.race([finished, sleep(LONGEST_CLOSE, undefined, { ref: false })]);
			mailer.close();
		},
	};
}
