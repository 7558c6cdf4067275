/**
 * Updates the explorer without loading a new page. On each input, requests the page that the form would load without
 * JavaScript. Then replaces the list, counts and filters on the current page with those from the response.
 */
import { fill, sync } from './sync.client.ts';

/** The state of each history entry: its ID, and the field that the user is typing in. */
interface EntryState {
	readonly entry: number;
	readonly typing?: string | undefined;
}

/** Matches windows that are wide enough to show the filters beside the list. */
const WIDE = matchMedia('(width >= 60rem)');
const TYPED = ['search', 'number'];

class ProgramExplorer extends HTMLElement {
	readonly #form = this.querySelector<HTMLFormElement>('#explorer')!;
	readonly #filters = this.querySelector<HTMLElement>('.filters')!;
	readonly #results = this.querySelector<HTMLElement>('.results')!;
	readonly #total = this.querySelector<HTMLElement>('.total')!;
	readonly #matches = this.querySelector<HTMLElement>('.matches')!;
	readonly #dialog = document.createElement('dialog');
	readonly #scrolled = new Map<number, number>();
	/**
	 * The address of the list that is shown or loading. Empty after a failure, so that any address then counts as a
	 * change.
	 */
	#address = location.pathname + location.search;
	#entry: number = history.state?.entry ?? 0;
	#running = new AbortController();

	connectedCallback(): void {
		// An exported site has no form, because only a server can answer it.
		if (!this.#form) return;
		this.#dialog.setAttribute('aria-labelledby', 'filters-title');
		this.#dialog.setAttribute('closedby', 'any');
		this.#dialog.addEventListener('close', () => this.#form.append(this.#filters));
		this.#form.append(this.#dialog);
		this.addEventListener('input', ({ target }) => {
			if (!isUnfinished(target as HTMLInputElement)) this.#narrow(target as HTMLInputElement);
		});
		this.addEventListener('change', ({ target }) => this.#narrow(target as HTMLInputElement));
		this.addEventListener('click', (event) => this.#follow(event));
		this.#form.addEventListener('submit', (event) => {
			event.preventDefault();
			this.#dialog.close();
			this.#narrow();
		});
		addEventListener('popstate', () => this.#restore());
		WIDE.addEventListener('change', () => this.#dialog.close());
		// When the user comes back from another page, the list is already there, so let the browser restore the scroll
		// position.
		addEventListener('pagehide', () => {
			history.scrollRestoration = 'auto';
		});
	}

	/** Requests the list that matches the form's values. Continuous typing in a field makes only one history entry. */
	#narrow(field?: HTMLInputElement): void {
		const typing = field && TYPED.includes(field.type) ? field.name : undefined;
		const address = this.#formAddress();
		if (address === this.#address) return;
		this.#remember(address, typing);
		this.#show(address, false);
	}

	#formAddress(): string {
		const given = [...new FormData(this.#form)]
			.map(([name, value]) => [name, String(value).trim()])
			.filter(([, value]) => value !== '');
		return given.length === 0
			? this.dataset.everything!
			: `${new URL(this.#form.action).pathname}?${new URLSearchParams(given)}`;
	}

	/** Follows links to other lists of the explorer without loading a new page. */
	async #follow(event: MouseEvent): Promise<void> {
		if ((event.target as Element).closest('.close')) this.#dialog.close();
		const link = (event.target as Element).closest('a');
		if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		if (link.hash === '#filters') {
			event.preventDefault();
			this.#openFilters();
			return;
		}
		if (link.hash !== '' || !this.#isList(link)) return;
		event.preventDefault();
		const turnsPage = link.closest('.pagination') !== null;
		const address = link.pathname + link.search;
		this.#remember(address);
		if ((await this.#show(address, true)) && turnsPage) this.#results.scrollIntoView();
	}

	#isList({ origin, pathname }: HTMLAnchorElement): boolean {
		// Leave out the later pages of the list of all programs, because they have no explorer.
		const lists = [this.dataset.everything!, new URL(this.#form.action).pathname];
		return origin === location.origin && lists.includes(pathname);
	}

	#openFilters(): void {
		this.#dialog.append(this.#filters);
		this.#dialog.showModal();
		this.#nameButton();
	}

	/**
	 * Adds an address to the history, unless it is the current one. While the user keeps typing in one field, replaces
	 * the history entry instead.
	 */
	#remember(address: string, typing?: string): void {
		if (address === location.pathname + location.search) return;
		const { entry = 0, typing: before } = (history.state ?? {}) as Partial<EntryState>;
		if (typing !== undefined && typing === before) {
			history.replaceState({ entry, typing } satisfies EntryState, '', address);
		} else {
			this.#scrolled.set(entry, scrollY);
			// The explorer restores the scroll position itself, because the browser would restore it before the earlier
			// list is shown again.
			history.scrollRestoration = 'manual';
			this.#entry = Date.now();
			history.pushState({ entry: this.#entry, typing } satisfies EntryState, '', address);
		}
	}

	async #restore(): Promise<void> {
		const address = location.pathname + location.search;
		this.#scrolled.set(this.#entry, scrollY);
		this.#entry = history.state?.entry ?? 0;
		if (address === this.#address) return;
		if (await this.#show(address, true)) scrollTo(0, this.#scrolled.get(this.#entry) ?? 0);
	}

	/**
	 * Replaces the list with the list at an address, unless another list is requested in the meantime.
	 *
	 * @param whole whether to replace the form's values too. If not, the form keeps what the user is typing
	 * @returns whether the list was replaced
	 */
	async #show(address: string, whole: boolean): Promise<boolean> {
		this.#address = address;
		this.#running.abort();
		this.#running = new AbortController();
		const { signal } = this.#running;
		this.setAttribute('aria-busy', 'true');
		try {
			const response = await fetch(address, { signal });
			if (!response.ok) throw new Error(`${address}: ${response.status}`);
			this.#replace(new DOMParser().parseFromString(await response.text(), 'text/html'), whole);
			return true;
		} catch {
			if (!signal.aborted) this.#fail(address);
			return false;
		} finally {
			if (!signal.aborted) this.removeAttribute('aria-busy');
		}
	}

	#replace(next: Document, whole: boolean): void {
		const part = (selector: string) => next.querySelector<HTMLElement>(selector)!;
		const values = new FormData(whole ? (part('#explorer') as HTMLFormElement) : this.#form);
		const focused = this.#matches.contains(document.activeElement) ? document.activeElement!.id : undefined;
		sync(this.#filters, part('.filters'));
		for (const selector of ['.results-bar', '#sort-problem', '.expected-problems'])
			sync(this.querySelector(selector)!, part(selector));
		fill(this.#form, values);
		this.#matches.replaceChildren(...part('.matches').childNodes);
		document.title = next.title;
		document.querySelector('.breadcrumbs')?.replaceWith(part('.breadcrumbs'));
		if (this.#dialog.open) this.#nameButton();
		if (focused === undefined) return;
		const same = focused === '' ? null : document.getElementById(focused);
		(same ?? this.#results).focus({ preventScroll: true });
	}

	/** Shows the number of results on the dialog's button, because the dialog covers the list. */
	#nameButton(): void {
		this.#filters.querySelector('.apply button')!.textContent = `Show ${this.#total.dataset.count}`;
	}

	#fail(address: string): void {
		this.#address = '';
		const again = document.createElement('a');
		again.href = address;
		again.textContent = 'Try again';
		this.#total.replaceChildren('Could not load the results. The list still shows the previous results. ', again);
	}
}

/** Whether somebody is still typing one of the choices of a field. */
function isUnfinished({ list, value }: HTMLInputElement): boolean {
	return !!list && value !== '' && ![...list.options].some((option) => option.value === value);
}

customElements.define('program-explorer', ProgramExplorer);
