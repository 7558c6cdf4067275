import { link } from '../../catalog/fields.ts';

/** An address from outside that is safe to link to, else null: only absolute http and https ones are. */
export function outbound(address: string | null): string | null {
	return address !== null && link.safeParse(address).success ? address : null;
}

/** The host of an address, as a reader knows it: `acme.example`. */
export function hostOf(address: string): string {
	return new URL(address).host.replace(/^www\./, '');
}
