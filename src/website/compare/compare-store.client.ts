/** Keeps the programs that the visitor selected for comparison, in the browser's session storage. */
import { isSlug } from '../../catalog/slug.ts';
import { isSameChoice, MOST_COMPARED, parseChoice } from './choice.ts';

const KEY = 'compare';
const CHANGED = 'selection-change';

/** The selection that was last read or written. If the browser has no storage, only this page keeps the selection. */
let read: readonly string[] | undefined;

// This listener is added first, so that it runs before those of `onSelectionChange`.
addEventListener('pageshow', () => {
	read = undefined;
});

/** Returns the slugs of the selected programs. */
export function selected(): readonly string[] {
	read ??= stored();
	return read;
}

export function select(slugs: readonly string[]): void {
	read = slugs;
	selectFromNextPage(slugs);
	document.dispatchEvent(new Event(CHANGED));
}

export function selectFromNextPage(slugs: readonly string[]): void {
	try {
		sessionStorage.setItem(KEY, slugs.join());
	} catch {}
}

/** Whether this page compares exactly the selected programs. */
export function isSelectionCompared(): boolean {
	const shown = document.querySelector<HTMLElement>('shown-comparison');
	if (shown === null) return false;
	// The selection may contain programs that are no longer listed. The address contains them too.
	const address = new URLSearchParams(location.search).get('programs');
	return [shown.dataset.programs!, address].some((list) => isSameChoice(parseChoice(list), selected()));
}

/** Calls a function after each change of the selection. A page restored by the browser may have missed changes. */
export function onSelectionChange(listener: () => void): void {
	document.addEventListener(CHANGED, listener);
	addEventListener('pageshow', listener);
}

function stored(): readonly string[] {
	try {
		return parseChoice(sessionStorage.getItem(KEY)).filter(isSlug).slice(0, MOST_COMPARED);
	} catch {
		return [];
	}
}
