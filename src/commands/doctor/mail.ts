/** Checks mail: the connection to the mail server, the emails that wait, and on request an email. */
import { MAIL_KINDS } from '../../accounts/mail/mail.ts';
import { type MailSettings, openMailer } from '../../accounts/mail/mailer.ts';
import { doctorMail } from '../../accounts/mail/messages.ts';
import { PROBLEMS } from '../../server/problems.ts';
import type { State } from '../../state/state.ts';
import { count } from '../../website/format/numbers.ts';
import { attempt, type Finding, known, ok, problem, skipped, warning } from './finding.ts';

interface MailOptions {
	readonly mail: MailSettings | undefined;
	/** The open state. Undefined if it could not be opened. */
	readonly state: State | undefined;
	/** The address to send an email to. Undefined if none should be sent. */
	readonly to: string | undefined;
	readonly siteName: string;
	readonly siteUrl: string;
}

/** An email that has been waiting for longer than this is stuck, in milliseconds. */
const STUCK = 15 * 60_000;
const MOST_ERRORS = 3;
const CHECK_SERVER = PROBLEMS.MAIL_UNAVAILABLE.advice;

export async function checkMail({ mail, state, to, siteName, siteUrl }: MailOptions): Promise<Finding[]> {
	if (mail === undefined) {
		return [
			warning(
				'mail',
				'The site cannot send mail, so nobody has to prove that an email address is theirs.',
				'Set SMTP_URL and MAIL_FROM, if strangers can reach the site.',
			),
		];
	}
	const mailer = openMailer(mail);
	const { server } = mailer;
	const findings = [
		await attempt(
			'mail',
			async () => {
				const error = await mailer.test();
				if (error === undefined) return ok('mail', `${server} can be reached and lets the server sign in.`);
				return known(PROBLEMS.MAIL_UNAVAILABLE, `${error}.`);
			},
			CHECK_SERVER,
		),
		await attempt('emails that wait', () => checkWaiting(state), 'Check the state, as said above.'),
	];
	if (to !== undefined) {
		findings.push(
			await attempt(
				'test email',
				async () => {
					const sent = await mailer.send(to, doctorMail({ siteName, siteUrl }));
					if (sent.result === 'done') return ok('test email', `${server} has accepted an email to ${to}.`);
					return problem(
						'test email',
						`${server} did not accept an email to ${to}: ${sent.error}.`,
						'Check MAIL_FROM.',
					);
				},
				CHECK_SERVER,
			),
		);
	}
	mailer.close();
	return findings;
}

async function checkWaiting(state: State | undefined): Promise<Finding> {
	const check = 'emails that wait';
	if (state === undefined) return skipped(check, 'The state could not be opened.');
	const { waiting, failed, oldest = 0 } = await state.jobs.waiting(MAIL_KINDS);
	if (waiting === 0) return ok(check, 'No email waits.');
	const errors = await state.jobs.lastErrors(MAIL_KINDS, MOST_ERRORS);
	const said = errors.length > 0 ? ` ${errors.join('. ')}.` : '';
	const found = `${count(waiting, 'email waits', 'emails wait')}, the oldest for ${count(Math.round(oldest / 60_000), 'minute')}; ${failed} failed at least once.${said}`;
	if (oldest < STUCK) return ok(check, found);
	return problem(
		check,
		found,
		'Check the mail server, and that a server of this site runs. Emails are kept for a day.',
	);
}
