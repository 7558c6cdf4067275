/** Sends mail by SMTP. */
import { createTransport } from 'nodemailer';

export interface MailSettings {
	/** Such as `smtps://user:password@mail.example`. */
	readonly smtpUrl: string;
	/** Which address mails come from, with or without a name. */
	readonly from: string;
}

/** A mail, without whom it is for. */
export interface Message {
	readonly subject: string;
	/** Plain text. */
	readonly text: string;
}

export interface Mailer {
	/** Hands a mail over to be sent, and does not wait for it: how long it takes would tell whether an account exists. */
	send(to: string, message: Message): void;
	/** Waits for what is being sent. */
	close(): Promise<void>;
}

/** Timeouts for a slow mail server, in milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** @param failed is told when a mail could not be sent, without whom it was for and what it said */
export function openMailer({ smtpUrl, from }: MailSettings, failed: (error: unknown) => void): Mailer {
	const transport = createTransport({ url: smtpUrl, ...PATIENCE }, { from });
	const sending = new Set<Promise<void>>();
	return {
		send(to, { subject, text }) {
			// As an object, an address is one address, whatever characters are in it.
			const mail = transport.sendMail({ to: { name: '', address: to }, subject, text }).then(
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

/** A mail server's words on a refused recipient name the address. */
function withoutRecipients(error: { code?: string; responseCode?: number; command?: string }): Error {
	const { code = 'unknown', responseCode, command } = error;
	return new Error(['SMTP', code, command, responseCode].filter((part) => part !== undefined).join(' '));
}
