/** Suggests pages below a search field while the user types. */
import { loadTextSearch } from './load-text-search.client.ts';
import type { SiteSearch } from './site-search.client.ts';
import type { TextMatch } from './text-search.client.ts';

const MOST = 6;

class SearchSuggestions extends HTMLElement {
	readonly #input = this.querySelector('input')!;
	readonly #list = this.querySelector('ul')!;
	readonly #status = this.querySelector('[role="status"]')!;

	connectedCallback(): void {
		this.querySelector('form')!.addEventListener('submit', (event) => this.#submit(event));
		this.#input.addEventListener('focus', () => this.#prepare());
		this.#input.addEventListener('input', () => this.#suggest());
		this.addEventListener('keydown', (event) => this.#move(event));
		this.addEventListener('focusout', ({ relatedTarget }) => {
			if (!this.contains(relatedTarget as Node | null)) this.#list.hidden = true;
		});
	}

	/** Loads the search before the user types. */
	#prepare(): void {
		loadTextSearch()
			.then((search) => search.load())
			.catch(() => {});
	}

	/** On an exported site, the form leads nowhere. There, the site-wide search shows the results. */
	#submit(event: SubmitEvent): void {
		if ((event.target as Element).hasAttribute('action')) return;
		event.preventDefault();
		this.#list.hidden = true;
		document.querySelector<SiteSearch>('site-search')!.openWith(this.#input.value);
	}

	async #suggest(): Promise<void> {
		const query = this.#input.value.trim();
		// If the index cannot be loaded, show no suggestions. The form still works.
		const best =
			query === ''
				? []
				: await loadTextSearch()
						.then((search) => search.search(query))
						.then(
							({ best }) => best,
							() => [],
						);
		// The visitor may have gone on meanwhile.
		if (query !== this.#input.value.trim() || document.activeElement !== this.#input) return;
		this.#list.replaceChildren(...best.slice(0, MOST).map(suggestion));
		this.#list.hidden = best.length === 0;
		this.#status.textContent = best.length === 0 ? '' : `${this.#list.children.length} suggestions`;
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

/** Makes a suggestion. Inserts everything as text, because names are not trusted. */
function suggestion({ url, meta }: TextMatch): Node {
	const item = document.createElement('li');
	const link = document.createElement('a');
	link.href = url;
	const name = document.createElement('bdi');
	name.textContent = meta.title;
	const facts = document.createElement('span');
	facts.textContent = [meta.pays, meta.terms].filter(Boolean).join(' ');
	link.append(name, facts);
	item.append(link);
	return item;
}

customElements.define('search-suggestions', SearchSuggestions);
