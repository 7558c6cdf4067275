/** Says on the page of saved programs where the list is kept. Loaded only if it is not only in the browser. */
import type { AccountCopy } from './account-copy.ts';

const UNSENT =
	'Your last changes are only in this browser so far. They are sent to your account as soon as it can be reached.';

export function showPlace(copy: AccountCopy): void {
	const place = copy.ended ? 'ended' : 'account';
	for (const note of document.querySelectorAll<HTMLElement>('[data-kept]')) {
		note.hidden = !note.dataset.kept!.split(' ').includes(place);
	}
	const problem = document.querySelector('.unsent');
	if (problem) problem.textContent = copy.failed && !copy.ended && copy.unsent.length > 0 ? UNSENT : '';
}
