import { createTransport } from 'nodemailer';
import { connectionReason } from '../../shared/explain.ts';
import type { JobResult } from '../../state/jobs/job-runner.ts';

export interface MailSettings {
	/** The URL of the mail server, such as `smtps://user:password@mail.example`. */
	readonly smtpUrl: string;
	/** The sender's address, with or without a name. */
	readonly from: string;
}

/** An email without its recipient. */
export interface EmailMessage {
	readonly subject: string;
	readonly text: string;
	/** The email as HTML, with the same words. */
	readonly html: string;
}

/**
 * The result of sending an email. `refused` means that the mail server will never accept it for this recipient. The
 * errors contain neither the recipient nor the text.
 */
export type Sent =
	| { readonly result: 'done' }
	| { readonly result: 'refused'; readonly error: string }
	| Extract<JobResult, { error: string }>;

export interface Mailer {
	/** The host and port of the mail server. */
	readonly server: string;
	send(to: string, message: EmailMessage): Promise<Sent>;
	/** Connects to the mail server and signs in. Returns the error if that fails. */
	test(): Promise<string | undefined>;
	close(): void;
}

/** Timeouts for a slow mail server, in milliseconds. */
const PATIENCE = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** The ports of SMTP submission, with TLS from the start and without. */
const PORTS = { 'smtps:': '465', 'smtp:': '587' } as const;

export function openMailer({ smtpUrl, from }: MailSettings): Mailer {
	const transport = createTransport({ url: smtpUrl, ...PATIENCE }, { from });
	const server = serverOf(smtpUrl);
	return {
		server,
		async send(to, { subject, text, html }) {
			try {
				// Pass the recipient as an object, so that it is read as a single address, whatever characters it contains.
				await transport.sendMail({ to: { name: '', address: to }, subject, text, html });
				return { result: 'done' };
			} catch (error) {
				return { result: kindOf(error as SmtpError), error: describe(error as SmtpError, server) };
			}
		},
		async test() {
			try {
				await transport.verify();
				return undefined;
			} catch (error) {
				return describe(error as SmtpError, server);
			}
		},
		close: () => transport.close(),
	};
}

interface SmtpError {
	readonly message: string;
	readonly errno?: number;
	readonly code?: string;
	readonly responseCode?: number;
	readonly command?: string;
}

/** The mail server closes the connection, whatever the command was (RFC 5321, 4.2.3). */
const CLOSING = 421;

/** Tells errors about one email from errors about the server. */
function kindOf({ code, command, responseCode = 0 }: SmtpError): 'refused' | 'failed' | 'outage' {
	// nodemailer itself refuses the recipient or the message.
	if (command === 'API') return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'outage';
	const isAboutMail = (command === 'RCPT TO' || command === 'DATA') && responseCode !== CLOSING;
	if (isAboutMail && responseCode >= 500) return 'refused';
	return isAboutMail && responseCode >= 400 ? 'failed' : 'outage';
}

/** Describes an error without the mail server's words, because they can contain the recipient's address. */
function describe(error: SmtpError, server: string): string {
	return `${server} ${reasonOf(error)}`;
}

function reasonOf({ code, errno, message, responseCode, command }: SmtpError): string {
	if (code === 'EAUTH') return 'refused the user name or the password of SMTP_URL';
	if (responseCode !== undefined) return `answered ${responseCode}${command === undefined ? '' : ` to ${command}`}`;
	if (/wrong version number/.test(message)) {
		return 'does not use TLS from the start. Write smtp:// instead of smtps:// in SMTP_URL';
	}
	if (code === 'ETIMEDOUT')
		return 'did not answer in time. If it uses TLS from the start, SMTP_URL begins with smtps://';
	if (code === 'ECONNECTION') return 'closed the connection';
	// No recipient has been sent while a connection is made, so the error cannot contain one.
	return connectionReason({ errno }) ?? (command === 'CONN' ? `cannot be used: ${message}` : `failed (${code})`);
}

/** Returns the host and port of a mail server, without the password. */
function serverOf(smtpUrl: string): string {
	const { protocol, hostname, port } = new URL(smtpUrl);
	return `${hostname}:${port || PORTS[protocol as keyof typeof PORTS]}`;
}
