/** Tells the saved programs of this browser who is signed in. It is on every page of an account, and where visitors sign in. */
import { SIGN_OUT } from '../addresses.ts';
import { mergeOf, newCopy, withChanges } from './account-copy.ts';
import { accountCopy, keepCopy, savedPrograms } from './saved-store.client.ts';
import { endSession, forgetAccount, sync } from './saved-sync.client.ts';

/** The longest time that signing out waits for the last changes to be sent, in milliseconds. */
const LONGEST_WAIT = 3000;

class SavedOwner extends HTMLElement {
	connectedCallback(): void {
		const { account, now, ended } = this.dataset;
		if (account !== undefined) {
			signedIn(account, Number(now) - Date.now());
			document
				.querySelector<HTMLFormElement>(`form[action="${SIGN_OUT.address}"]`)
				?.addEventListener('submit', signOut);
		} else if (ended === undefined) endSession();
		else forgetAccount();
	}
}

/** @param ahead how far the server's clock is ahead, in milliseconds */
function signedIn(account: string, ahead: number): void {
	const copy = accountCopy();
	if (copy !== undefined && copy.account === account && !copy.ended) return;
	// The list of somebody else does not get into this account. A list that was made without an account does.
	const list = copy === undefined || copy.ended ? savedPrograms() : [];
	const kept = copy?.account === account ? copy.entries : [];
	keepCopy(withChanges(withChanges(newCopy(account, ahead), mergeOf(list, Date.now() + ahead)), kept));
	sync();
}

/** Sends the last changes before the visitor signs out. Without any, signing out does not wait. */
async function signOut(event: SubmitEvent): Promise<void> {
	const form = event.target as HTMLFormElement;
	if (hasUnsent()) {
		event.preventDefault();
		await Promise.race([sync(), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]);
	}
	if (!hasUnsent()) forgetAccount();
	if (event.defaultPrevented) form.submit();
}

function hasUnsent(): boolean {
	return (accountCopy()?.unsent.length ?? 0) > 0;
}

customElements.define('saved-owner', SavedOwner);
