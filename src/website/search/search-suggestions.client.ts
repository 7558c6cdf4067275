/** Suggests programs below a search field while the user types. */
import { findPrograms, isPausedAt } from './found-programs.client.ts';
import type { SiteSearch } from './site-search.client.ts';

class SearchSuggestions extends HTMLElement {
	readonly #input = this.querySelector('input')!;
	readonly #list = this.querySelector<HTMLElement>('.suggestions')!;
	readonly #status = this.querySelector('[role="status"]')!;
	/** The address of the program search. An exported site has none. */
	readonly #address = this.dataset.programs;

	connectedCallback(): void {
		this.querySelector('form')!.addEventListener('submit', (event) => this.#submit(event));
		if (this.#address !== undefined) this.#input.addEventListener('input', () => this.#suggest(this.#address!));
		this.addEventListener('keydown', (event) => this.#move(event));
		this.addEventListener('focusout', ({ relatedTarget }) => {
			if (!this.contains(relatedTarget as Node | null)) this.#list.hidden = true;
		});
	}

	/** On an exported site, the form leads nowhere. There, the site-wide search shows the results. */
	#submit(event: SubmitEvent): void {
		if (this.#address !== undefined) return;
		event.preventDefault();
		document.querySelector<SiteSearch>('site-search')!.openWith(this.#input.value);
	}

	async #suggest(address: string): Promise<void> {
		const query = this.#input.value.trim();
		const current = () => this.#input.value.trim();
		if (query !== '' && !(await isPausedAt(query, current))) return;
		// If the server cannot be reached, show no suggestions. The form says so when it is submitted.
		const list = query === '' ? undefined : await findPrograms(address, query).catch(() => undefined);
		// The visitor may have gone on meanwhile.
		if (query !== current() || document.activeElement !== this.#input) return;
		const items = [...(list?.querySelectorAll('li') ?? [])];
		this.#list.replaceChildren(...items);
		this.#list.hidden = items.length === 0;
		this.#status.textContent = items.length === 0 ? '' : `${items.length} suggestions`;
	}

	/** The arrow keys move between the field and the suggestions. The escape key hides the suggestions. */
	#move(event: KeyboardEvent): void {
		if (event.key === 'Escape' && !this.#list.hidden) {
			event.preventDefault();
			this.#list.hidden = true;
			this.#input.focus();
			return;
		}
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step === undefined || event.isComposing || this.#list.hidden) return;
		const stops = [this.#input, ...this.#list.querySelectorAll('a')];
		const to = stops[stops.indexOf(document.activeElement as HTMLInputElement) + step];
		event.preventDefault();
		to?.focus();
	}
}

customElements.define('search-suggestions', SearchSuggestions);
