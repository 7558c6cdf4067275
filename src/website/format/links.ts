/** Says how a publisher can join a program. */

import { applyAddress } from '../../catalog/apply-address.ts';
import { link } from '../../catalog/fields.ts';
import type { Program } from '../../catalog/program.ts';
import { KEYWORD_WORDS } from './keyword-words.ts';

export type JoinFields = Pick<Program, 'availability' | 'signup_url' | 'website_url'>;

/** The main link of a program. It leads to the program's website if there is no other page to apply on. */
export function mainLink(program: JoinFields) {
	const address = program.availability === 'closed' ? null : applyAddress(program);
	if (address === null) return { words: 'Website', address: program.website_url } as const;
	return { words: program.availability === 'waitlist' ? 'Join the waitlist' : 'Apply', address } as const;
}

/** Returns why a publisher cannot simply apply, or null if nothing is known against it. */
export function joinLimit({ availability }: Pick<Program, 'availability'>): string | null {
	return availability === null || availability === 'open' ? null : KEYWORD_WORDS.availability(availability);
}

/** Returns an untrusted address, or null if it is not safe to link to. Absolute http and https addresses are safe. */
export function outbound(address: string | null): string | null {
	return address !== null && link.safeParse(address).success ? address : null;
}

/** Returns the host of an address, without "www.": `acme.example`. */
export function hostOf(address: string): string {
	return new URL(address).host.replace(/^www\./, '');
}
