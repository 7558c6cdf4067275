/**
 * Keeps the list in the browser and the list in the visitor's account the same. Loaded only if the browser has the list
 * of an account. The browser sends its whole list, and keeps the list that the server makes of it and of the account's.
 */
import type { SyncedList } from '../../accounts/saved.ts';
import { SAVED, SAVED_SYNC } from '../addresses.ts';
import { type AccountCopy, afterSending } from './account-copy.ts';
import { accountCopy, keepCopy, onSavedChange } from './saved-store.client.ts';

/** How long to wait after a change, in milliseconds, because the visitor may be typing. */
const PAUSE = 1000;
/** How old the list can be, in milliseconds, before a page loads it again. */
const FRESH = 5 * 60_000;
/** The maximum size of a request that a browser goes on with after the page was closed, in bytes. */
const MOST_AFTER_CLOSING = 60_000;

let running: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Loads the account's list if it is old, and from now on sends changes. */
export function startSync(): void {
	const isListShown = location.pathname === SAVED.address;
	onSavedChange(() => {
		const copy = accountCopy();
		if (isListShown && copy !== undefined) showPlace(copy);
		if (!hasUnsent()) return;
		clearTimeout(timer);
		timer = setTimeout(sync, PAUSE);
	});
	addEventListener('online', () => sync());
	// The page may be closed next, so this does not wait for a request that is running.
	document.addEventListener('visibilitychange', () => {
		const copy = accountCopy();
		if (document.hidden && copy !== undefined && hasUnsent()) exchange(copy);
	});
	const copy = accountCopy();
	const isOld = copy !== undefined && Math.abs(Date.now() - copy.synced) > FRESH;
	if (isListShown && copy !== undefined) showPlace(copy);
	if (isOld || hasUnsent() || isListShown) sync();
}

/** Exchanges the lists. Changes that cannot be sent are kept. */
export function sync(): Promise<void> {
	clearTimeout(timer);
	running ??= exchangeAll().finally(() => {
		running = undefined;
	});
	return running;
}

function hasUnsent(): boolean {
	const copy = accountCopy();
	return copy !== undefined && !copy.ended && copy.unsent.length > 0;
}

async function exchangeAll(): Promise<void> {
	do {
		const copy = accountCopy();
		if (copy === undefined || copy.ended || !(await exchange(copy))) return;
	} while (hasUnsent());
}

/** Sends the list, and keeps the answer. Returns whether that worked. */
async function exchange(copy: AccountCopy): Promise<boolean> {
	const response = await send(copy);
	const answer = response?.ok ? ((await response.json()) as SyncedList) : undefined;
	const current = accountCopy();
	// The visitor has signed out in the meantime, or somebody else has signed in.
	if (current?.account !== copy.account || current.ended) return false;
	if (answer !== undefined) {
		const { now, entries } = answer;
		keepCopy({
			...afterSending(current, copy.entries, entries),
			ahead: now - Date.now(),
			synced: Date.now(),
			failed: false,
		});
		return true;
	}
	if (response?.status === 401 || response?.status === 409) endSession();
	else if (!current.failed) keepCopy({ ...current, failed: true });
	return false;
}

async function send({ account, entries }: AccountCopy): Promise<Response | undefined> {
	const body = new URLSearchParams({ account, entries: JSON.stringify(entries) });
	const keepalive = body.toString().length <= MOST_AFTER_CLOSING;
	try {
		return await fetch(SAVED_SYNC, { method: 'POST', body, keepalive, redirect: 'error' });
	} catch {
		return undefined;
	}
}

/**
 * Takes the account's list out of the browser, because the session has ended. Changes that were not sent are kept for the
 * next time that the same account signs in.
 */
export function endSession(): void {
	const copy = accountCopy();
	if (copy === undefined || copy.ended) return;
	const entries = copy.entries.filter(({ slug }) => copy.unsent.includes(slug));
	keepCopy(entries.length === 0 ? undefined : { ...copy, ended: true, entries });
}

/** Takes everything of the account out of the browser, because the visitor has signed out. */
export function forgetAccount(): void {
	if (accountCopy() !== undefined) keepCopy(undefined);
}

const UNSENT =
	'Your last changes are only in this browser so far. They are sent to your account as soon as it can be reached.';

function showPlace(copy: AccountCopy): void {
	const place = copy.ended ? 'ended' : 'account';
	for (const note of document.querySelectorAll<HTMLElement>('[data-kept]')) {
		note.hidden = !note.dataset.kept!.split(' ').includes(place);
	}
	const problem = document.querySelector('.unsent');
	if (problem) problem.textContent = copy.failed && !copy.ended && copy.unsent.length > 0 ? UNSENT : '';
}
