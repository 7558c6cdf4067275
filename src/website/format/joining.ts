/** Says how a publisher can join a program. */
import { applyAddress } from '../../catalog/apply-address.ts';
import type { Program } from '../../catalog/program.ts';
import { KEYWORD_WORDS } from './keyword-words.ts';

export type JoinFields = Pick<Program, 'availability' | 'signup_url' | 'website_url'>;

/** The main link of a program. It leads to the program's website if there is no other page to apply on. */
export interface MainLink {
	readonly words: 'Apply' | 'Join the waitlist' | 'Website';
	readonly address: string;
}

export function mainLink(program: JoinFields): MainLink {
	const apply = program.availability === 'closed' ? null : applyAddress(program);
	if (apply === null) return { words: 'Website', address: program.website_url };
	return { words: program.availability === 'waitlist' ? 'Join the waitlist' : 'Apply', address: apply };
}

/** Returns why a publisher cannot simply apply, or null if nothing is known against it. */
export function joinLimit({ availability }: Pick<Program, 'availability'>): string | null {
	return availability === null || availability === 'open' ? null : KEYWORD_WORDS.availability(availability);
}
