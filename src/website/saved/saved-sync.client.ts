/**
 * Keeps the list in the browser and the list in the visitor's account the same. Loaded only if the browser has the list
 * of an account. The account's list counts, together with the changes that this browser has not sent yet.
 */
import type { SyncedList } from '../../accounts/saved.ts';
import { SAVED, SAVED_SYNC } from '../addresses.ts';
import type { AccountCopy, Unsent } from './account-copy.ts';
import { afterBatch, nextBatch, withChanges, withRoom } from './exchange.ts';
import { showPlace } from './saved-place.client.ts';
import { accountCopy, keepCopy, onSavedChange, savedPrograms } from './saved-store.client.ts';

/** How long to wait after a change, in milliseconds, because the visitor may be typing. */
const PAUSE = 1000;
/** How old the list can be, in milliseconds, before a page loads it again. */
const FRESH = 5 * 60_000;

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

/** Sends all changes and loads the account's list. Changes that cannot be sent are kept. */
export function sync(): Promise<void> {
	clearTimeout(timer);
	running ??= exchangeAll().finally(() => {
		running = undefined;
	});
	return running;
}

function hasUnsent(): boolean {
	const copy = accountCopy();
	return copy !== undefined && !copy.ended && nextBatch(copy).length > 0;
}

async function exchangeAll(): Promise<void> {
	do {
		const copy = accountCopy();
		if (copy === undefined || copy.ended || !(await exchange(copy))) return;
	} while (hasUnsent());
}

/** Sends the next changes. Returns whether that worked. */
async function exchange(copy: AccountCopy): Promise<boolean> {
	const batch = nextBatch(copy);
	const response = await send(copy, batch);
	const current = accountCopy();
	// The visitor has signed out in the meantime, or somebody else has signed in.
	if (current?.account !== copy.account || current.ended) return false;
	if (response?.ok) {
		take(current, batch, copy.version, (await response.json()) as SyncedList);
		return true;
	}
	if (response?.status === 401 || response?.status === 409) endSession();
	else if (response?.status === 422) keepCopy(afterBatch(current, batch, []));
	else if (!current.failed) keepCopy({ ...current, failed: true });
	return false;
}

async function send({ account, version }: AccountCopy, batch: readonly Unsent[]): Promise<Response | undefined> {
	const body = new URLSearchParams({ account, version, changes: JSON.stringify(batch) });
	try {
		// The browser goes on with the request after the page was closed.
		return await fetch(SAVED_SYNC, { method: 'POST', body, keepalive: true, redirect: 'error' });
	} catch {
		return undefined;
	}
}

/** @param version the version of the list that the browser had when it sent the changes */
function take(current: AccountCopy, batch: readonly Unsent[], version: string, answer: SyncedList): void {
	const copy = { ...afterBatch(current, batch, answer.refused), ahead: answer.now - Date.now(), failed: false };
	// If another tab got an answer in the meantime, that one may be newer, so the next page asks again.
	if (current.version !== version) keepCopy({ ...copy, synced: 0 });
	else {
		const { programs } = answer;
		const list = programs && withChanges(programs, copy.unsent);
		keepCopy({ ...(programs ? withRoom(copy, programs) : copy), version: answer.version, synced: Date.now() }, list);
	}
}

/**
 * Takes the account's list out of the browser, because the session has ended. Changes that were not sent are kept for the
 * next time that the same account signs in.
 */
export function endSession(): void {
	const copy = accountCopy();
	if (copy === undefined || copy.ended) return;
	keepCopy(copy.unsent.length === 0 ? undefined : { ...copy, ended: true, version: '' }, []);
}

/** Takes everything of the account out of the browser, because the visitor has signed out. */
export function forgetAccount(): void {
	const copy = accountCopy();
	if (copy !== undefined) keepCopy(undefined, copy.ended ? savedPrograms() : []);
}
