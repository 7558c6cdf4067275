/**
 * Encrypts the secrets of webhooks with a key that is made from AUTH_SECRET. The key is not in the database, so a copy of
 * the database reveals no secret.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
/** The length of a secret in bytes. Standard Webhooks asks for 24 to 64. */
const LENGTH = 32;
/** The start of every secret (Standard Webhooks, Signature scheme). */
export const SECRET_PREFIX = 'whsec_';

export interface SecretBox {
	/** @param webhook the ID of the webhook. The result can only be opened with the same ID */
	seal(secret: string, webhook: string): string;
	/** Returns undefined if the secret was sealed with another key or for another webhook. */
	open(sealed: string, webhook: string): string | undefined;
}

export function makeWebhookSecret(): string {
	return SECRET_PREFIX + randomBytes(LENGTH).toString('base64');
}

/** @param authSecret the operator's AUTH_SECRET */
export function secretBox(authSecret: string): SecretBox {
	const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'webhook secrets', 32));
	return {
		seal(secret, webhook) {
			const nonce = randomBytes(NONCE);
			const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(webhook));
			const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
		},
		open(sealed, webhook) {
			const bytes = Buffer.from(sealed, 'base64');
			const text = bytes.subarray(NONCE + TAG);
			try {
				const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
					.setAAD(Buffer.from(webhook))
					.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
				return decipher.update(text, undefined, 'utf8') + decipher.final('utf8');
			} catch {
				return undefined;
			}
		},
	};
}
