/** Says on the page of saved programs where the list is kept. Loaded only if it is not only in the browser. */
import { MOST_SAVED } from '../../catalog/saved-program.ts';
import { count } from '../format/numbers.ts';
import type { AccountCopy } from './account-copy.ts';

export function showPlace(copy: AccountCopy): void {
	const place = copy.ended ? 'ended' : 'account';
	for (const note of document.querySelectorAll<HTMLElement>('[data-kept]')) {
		note.hidden = !note.dataset.kept!.split(' ').includes(place);
	}
	const problem = document.querySelector('.unsent');
	if (problem) problem.textContent = unsentWords(copy);
}

/** What is not in the account yet, in words. Empty if everything is. */
function unsentWords(copy: AccountCopy): string {
	if (copy.ended) return '';
	const waiting = copy.unsent.filter(({ waits }) => waits).length;
	if (waiting > 0) {
		return `The list in your account is full, with ${MOST_SAVED} programs. ${count(waiting, 'program')} of this browser will be added when you remove others.`;
	}
	if (!copy.failed || copy.unsent.length === 0) return '';
	return 'Your last changes are only in this browser so far. They are sent to your account as soon as it can be reached.';
}
