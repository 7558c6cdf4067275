/** The link in the header to the saved programs. It shows how many programs are saved, and messages about saving. */
import { accountCopy, onMessage, onSavedChange, savedPrograms } from './saved-store.client.ts';

class SavedLink extends HTMLElement {
	#isSynced = false;

	connectedCallback(): void {
		const problem = this.querySelector<HTMLElement>('[role="alert"]')!;
		onMessage(({ text, isProblem }) => {
			problem.hidden = !isProblem;
			this.querySelector(isProblem ? '[role="alert"] p' : '[role="status"]')!.textContent = text;
		});
		problem.querySelector('button')!.addEventListener('click', () => {
			problem.hidden = true;
			document.querySelector('main')!.focus({ preventScroll: true });
		});
		onSavedChange(() => {
			problem.hidden = true;
			this.#show();
		});
		this.#show();
	}

	#show(): void {
		const { length } = savedPrograms();
		this.querySelector('.count')!.textContent = length === 0 ? '' : String(length);
		if (!this.#isSynced && accountCopy() !== undefined) this.#sync();
	}

	/** Visitors without an account do not need the code for it. */
	async #sync(): Promise<void> {
		this.#isSynced = true;
		const { startSync } = await import('./saved-sync.client.ts');
		startSync();
	}
}

customElements.define('saved-link', SavedLink);
