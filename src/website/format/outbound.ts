import { link } from '../../catalog/fields.ts';

/** Returns an untrusted address, or null if it is not safe to link to. Absolute http and https addresses are safe. */
export function outbound(address: string | null): string | null {
	return address !== null && link.safeParse(address).success ? address : null;
}

/** Returns the host of an address, without "www.": `acme.example`. */
export function hostOf(address: string): string {
	return new URL(address).host.replace(/^www\./, '');
}
