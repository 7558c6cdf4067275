import { excerpt } from '../shared/excerpt.ts';

const LONGEST_NAME = 100;

/**
 * Where a wrong fact is reported: a mail to write, or a page to go to, that names the program.
 *
 * @param contact an e-mail address, or a web address
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
