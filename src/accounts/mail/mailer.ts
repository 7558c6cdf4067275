import { createTransport } from 'nodemailer';

export interface MailSettings {
	/** The URL of the mail server, such as `smtps://user:password@mail.example`. */
	readonly smtpUrl: string;
	/** The sender's address, with or without a name. */
	readonly from: string;
}

/** An email without its recipient. */
export interface Message {
	readonly subject: string;
	readonly text: string;
	/** The email as HTML, with the same words. */
	readonly html: string;
}

export interface Mailer {
	/**
	 * Starts to send an email and returns at once. If the caller had to wait, the response time would show whether an
	 * account exists.
	 */
	send(to: string, message: Message): void;
	/** Waits until all emails are sent or have failed. */
	close(): Promise<void>;
}

/** Timeouts for a slow mail server, in milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** @param failed called when an email could not be sent. The error contains neither the recipient nor the text. */
export function openMailer({ smtpUrl, from }: MailSettings, failed: (error: unknown) => void): Mailer {
	const transport = createTransport({ url: smtpUrl, ...PATIENCE }, { from });
	const sending = new Set<Promise<void>>();
	return {
		send(to, { subject, text, html }) {
			// Pass the recipient as an object, so that it is read as a single address, whatever characters it contains.
			const mail = transport.sendMail({ to: { name: '', address: to }, subject, text, html }).then(
				() => {},
				(error) => failed(withoutRecipients(error)),
			);
			sending.add(mail);
			mail.finally(() => sending.delete(mail));
		},
		async close() {
			await Promise.all(sending);
			transport.close();
		},
	};
}

/** Returns the error without the mail server's message, because that message can contain the recipient's address. */
function withoutRecipients(error: { code?: string; responseCode?: number; command?: string }): Error {
	const { code = 'unknown', responseCode, command } = error;
	return new Error(['SMTP', code, command, responseCode].filter((part) => part !== undefined).join(' '));
}
