import { excerpt } from '../../shared/excerpt.ts';

const LONGEST_NAME = 100;

/**
 * Returns a link for reporting wrong facts about a program: a `mailto:` link or a web address. The link contains the
 * program's name and the address of its page.
 *
 * @param contact an email address, or a web address
 * @param page the address of the program's page
 */
export function reportAddress(contact: string, program: string, page: string): string {
	const subject = `Wrong fact: ${excerpt(program, LONGEST_NAME)}`;
	if (!URL.canParse(contact)) {
		return `mailto:${contact}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${page}\n\n`)}`;
	}
	const address = new URL(contact);
	address.searchParams.set('subject', subject);
	address.searchParams.set('page', page);
	return address.href;
}
