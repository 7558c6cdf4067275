import { link } from '../../catalog/fields.ts';

/** Returns an untrusted address if it is safe to link to (an absolute http or https address), otherwise null. */
export function outbound(address: string | null): string | null {
	return address !== null && link.safeParse(address).success ? address : null;
}

/** The host of an address without "www.": `acme.example`. */
export function hostOf(address: string): string {
	return new URL(address).host.replace(/^www\./, '');
}
