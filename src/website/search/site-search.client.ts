/** Makes the search link open a dialog that searches while the user types. */
import type { TextMeta } from '../directory/text-record.ts';
import { findPrograms, isPausedAt } from './found-programs.client.ts';
import type { TextMatch } from './text-search.client.ts';

/** The kinds of pages that the search finds, keyed by the first segment of a page's address. */
const KINDS: Record<string, string> = {
	programs: 'Program',
	categories: 'Category',
	organizations: 'Organization',
	networks: 'Network',
	docs: 'Documentation',
};
/** How many pages are shown below the programs, and how many if there is no server to find programs. */
const MOST_PAGES = 5;
const MOST_ALONE = 8;

const loadText = () => import('./text-search.client.ts');

export class SiteSearch extends HTMLElement {
	readonly #dialog = this.querySelector('dialog')!;
	readonly #form = this.querySelector('form')!;
	readonly #input = this.querySelector('input')!;
	readonly #status = this.querySelector('[role="status"]')!;
	readonly #programs = this.querySelector<HTMLElement>('.found-programs')!;
	readonly #pages = this.querySelector<HTMLElement>('.found-pages')!;
	readonly #result = this.querySelector('template')!.content.firstElementChild!;
	/** The address of the program search. An exported site has none, because only a server can answer it. */
	readonly #address = this.dataset.programs;
	/** The query of the results that are shown or loading. */
	#query = '';

	connectedCallback(): void {
		const link = this.querySelector<HTMLAnchorElement>('.search-link')!;
		// Load the search before the user clicks the link, because a click will probably follow.
		for (const event of ['pointerenter', 'focus']) link.addEventListener(event, prepare);
		link.addEventListener('click', (event) => {
			// With a modifier key, let the browser open the link in another tab or window.
			if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
			event.preventDefault();
			this.#open();
		});
		document.addEventListener('keydown', (event) => {
			if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
			if (document.querySelector('dialog[open]')) return;
			event.preventDefault();
			this.#open();
		});
		this.#input.addEventListener('input', () => this.#update());
		this.#form.addEventListener('submit', (event) => {
			if (this.#address) return;
			event.preventDefault();
			this.#pages.querySelector('a')?.focus();
		});
		this.querySelector('.close')!.addEventListener('click', () => this.#dialog.close());
		this.#dialog.addEventListener('click', (event) => {
			// The content covers the whole dialog, so only a click on the backdrop has the dialog itself as its target.
			if (event.target === this.#dialog) this.#dialog.close();
		});
		this.#dialog.addEventListener('keydown', (event) => this.#move(event));
	}

	/** Opens the dialog with the results for a query. */
	openWith(query: string): void {
		this.#input.value = query;
		this.#open();
	}

	#open(): void {
		prepare();
		this.#dialog.showModal();
		this.#input.select();
		this.#update();
	}

	/** The arrow keys move between the search field and the results, like the tab key. */
	#move(event: KeyboardEvent): void {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step === undefined || event.isComposing) return;
		const stops = [this.#input, ...this.#dialog.querySelectorAll<HTMLElement>('section:not([hidden]) a')];
		const to = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
		event.preventDefault();
		to?.focus();
		to?.scrollIntoView({ block: 'nearest' });
	}

	/** Searches for the current text, once the user pauses. */
	async #update(): Promise<void> {
		const query = this.#input.value.trim();
		if (query === this.#query) return;
		this.#query = query;
		if (query === '') return this.#clear();
		if (!(await isPausedAt(query, () => this.#query))) return;
		const programs = await this.#showPrograms(query).catch(() => undefined);
		const pages = await this.#showPages(query, programs?.meant).catch(() => undefined);
		if (query === this.#query) this.#status.textContent = statusOf(query, programs?.shown, pages);
	}

	#clear(): void {
		this.#programs.hidden = this.#pages.hidden = true;
		this.#status.textContent = '';
	}

	/** Shows the programs that the server finds: how many, and for which similar text if nothing matches the query. */
	async #showPrograms(query: string): Promise<{ readonly shown: number; readonly meant?: string | undefined }> {
		if (!this.#address) return { shown: 0 };
		const list = await findPrograms(this.#address, query).catch(() => undefined);
		const shown = list?.querySelectorAll('li').length ?? 0;
		const meant = list?.querySelector('ul')?.dataset.meant;
		if (query === this.#query) {
			this.#programs.lastElementChild!.replaceChildren(...(list?.childNodes ?? []));
			this.#programs.hidden = shown === 0;
		}
		if (!list) throw new Error('The server cannot be reached.');
		return { shown, meant };
	}

	/** Shows the pages that Pagefind finds. Returns how many are shown. */
	async #showPages(query: string, meant = query): Promise<number> {
		const { findText } = await loadText();
		const best = await findText(meant, this.#address ? MOST_PAGES : MOST_ALONE, !this.#address);
		if (query === this.#query) {
			this.#pages.querySelector('ul')!.replaceChildren(...best.map((match) => this.#item(match)));
			this.#pages.hidden = best.length === 0;
		}
		return best.length;
	}

	#item({ url, meta, excerpt }: TextMatch): Node {
		const item = this.#result.cloneNode(true) as Element;
		const set = (selector: string, text: string) => {
			item.querySelector(selector)!.textContent = text;
		};
		item.querySelector('a')!.href = url;
		set('.name', meta.title);
		set('.pays', meta.pays ?? '');
		set('.terms', meta.terms ?? '');
		set('.also', alsoOf(meta));
		// The title of reviews says what they are.
		set('.kind', url.includes('#') ? '' : (KINDS[url.split('/')[1]!] ?? ''));
		item.querySelector('.excerpt')!.innerHTML = excerpt;
		return item;
	}
}

/** Loads the search before the user types. If loading fails, the next search reports the error. */
function prepare(): void {
	loadText()
		.then(({ loadText }) => loadText())
		.catch(() => {});
}

/** @param programs the number of programs that are shown, or undefined if searching for them has failed */
function statusOf(query: string, programs: number | undefined, pages: number | undefined): string {
	const shown = (programs ?? 0) + (pages ?? 0);
	if (shown > 0) return `${shown} ${shown === 1 ? 'result' : 'results'} for “${query}”`;
	if (programs === undefined || pages === undefined)
		return 'Could not load the search. Check your connection and try again.';
	return `Nothing found for “${query}”. Try fewer or different words.`;
}

function alsoOf({ cookie, programs }: TextMeta): string {
	if (programs !== undefined) return `${programs} ${programs === '1' ? 'program' : 'programs'}`;
	return cookie === undefined ? '' : `cookie ${cookie}`;
}

function isTyping(target: EventTarget | null): boolean {
	return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

customElements.define('site-search', SiteSearch);
