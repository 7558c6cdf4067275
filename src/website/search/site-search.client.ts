/** Makes the search link open a dialog that searches while the user types. */

import type { TextMeta } from '../directory/text-record.ts';
import { loadTextSearch } from './load-text-search.client.ts';
import { type Match, matchIn } from './record-text.ts';
import type { Corrected, TextMatch } from './text-search.client.ts';

/** The kinds of pages that the search finds, keyed by the first segment of a page's address. */
const KINDS: Record<string, string> = {
	programs: 'Program',
	categories: 'Category',
	organizations: 'Organization',
	networks: 'Network',
	docs: 'Documentation',
};

export class SiteSearch extends HTMLElement {
	readonly #dialog = this.querySelector('dialog')!;
	readonly #input = this.querySelector('input')!;
	readonly #status = this.querySelector('[role="status"] span')!;
	readonly #meant = this.querySelector<HTMLElement>('.search-meant')!;
	readonly #results = this.querySelector('ul')!;
	/** The link to the program search. An exported site has none, because only a server can answer it. */
	readonly #all = this.querySelector<HTMLElement>('.search-all');
	readonly #result = this.querySelector('template')!.content.firstElementChild!;
	/** The query of the results that are shown or loading. */
	#query = '';
	#isSearching = false;

	connectedCallback(): void {
		const link = this.querySelector<HTMLAnchorElement>('.search-link')!;
		// Load the search before the user clicks the link, because a click will probably follow.
		for (const event of ['pointerenter', 'focus']) link.addEventListener(event, () => this.#prepare());
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
		this.querySelector('form')!.addEventListener('submit', (event) => {
			if (this.#all) return;
			event.preventDefault();
			this.#results.querySelector('a')?.focus();
		});
		this.querySelector('.close')!.addEventListener('click', () => this.#dialog.close());
		this.#dialog.addEventListener('click', (event) => {
			// The content covers the whole dialog, so only a click on the backdrop has the dialog itself as its target.
			if (event.target === this.#dialog) this.#dialog.close();
		});
		this.#dialog.addEventListener('keydown', (event) => this.#move(event));
		this.#meant.querySelector('button')!.addEventListener('click', () => {
			this.#input.value = this.#meant.querySelector('bdi')!.textContent;
			this.#input.focus();
			this.#update();
		});
	}

	/** Opens the dialog with the results for a query. */
	openWith(query: string): void {
		this.#input.value = query;
		this.#open();
	}

	#open(): void {
		this.#prepare();
		this.#dialog.showModal();
		this.#input.select();
		this.#update();
	}

	/** The arrow keys move between the search field and the results, like the tab key. */
	#move(event: KeyboardEvent): void {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step === undefined || event.isComposing) return;
		const links = this.#dialog.querySelectorAll<HTMLElement>(':is(a, .search-meant button):not([hidden] *)');
		const stops = [this.#input, ...links];
		const from = stops.indexOf(document.activeElement as HTMLElement);
		const to = stops[from + step];
		event.preventDefault();
		to?.focus();
		to?.scrollIntoView({ block: 'nearest' });
	}

	/** Searches for the current text. Runs one search at a time, because typing can be faster than searching. */
	async #update(): Promise<void> {
		if (this.#all) setWords(this.#all, this.#input.value.trim());
		if (this.#isSearching) return;
		this.#isSearching = true;
		for (let query = this.#input.value.trim(); query !== this.#query; query = this.#input.value.trim()) {
			this.#query = query;
			await this.#searchFor(query);
		}
		this.#isSearching = false;
	}

	async #searchFor(query: string): Promise<void> {
		if (query === '') return this.#show(query, [], '');
		try {
			const search = await loadTextSearch();
			const answers = await search.search(query);
			const meant = answers.isSure ? undefined : await search.correct(query);
			if (meant) this.#show(meant.query, meant.answers.best, `Nothing found for “${query}”.`, meant);
			else this.#show(query, answers.best, counted({ query, answers }));
		} catch {
			const advice = this.#all ? 'Try the program search instead.' : 'Check your connection and load the page again.';
			this.#show(query, [], `Could not load the search. ${advice}`);
		}
	}

	/** Loads the search. If loading fails, the next search reports the error. */
	#prepare(): void {
		loadTextSearch()
			.then((search) => search.load())
			.catch(() => {});
	}

	/** @param meant the corrected query whose results are shown */
	#show(query: string, answers: readonly TextMatch[], status: string, meant?: Corrected): void {
		this.#results.replaceChildren(...answers.map((answer) => this.#item(answer, query)));
		setWords(this.#meant, meant?.query ?? '');
		this.#status.textContent = status;
	}

	/** Makes a result. Inserts everything as text, because names and reviews are not trusted. */
	#item({ url, meta, content }: TextMatch, query: string): Node {
		const item = this.#result.cloneNode(true) as Element;
		const set = (selector: string, text: string) => {
			item.querySelector(selector)!.textContent = text;
		};
		const match = matchIn({ name: meta.title, content }, query);
		const star = item.querySelector<HTMLElement>('save-button')!;
		const [, kind, slug] = url.split('/');
		if (kind === 'programs') {
			Object.assign(star.dataset, { slug, name: meta.title });
			star.querySelector('button > :last-child')!.textContent = meta.title;
		} else star.remove();
		item.querySelector('a')!.href = match?.author === undefined ? url : `${url}#reviews`;
		set('.name', meta.title);
		set('.pays', meta.pays ?? '');
		set('.terms', meta.terms ?? '');
		set('.also', alsoOf(meta));
		set('.kind', KINDS[kind!] ?? '');
		if (match?.author !== undefined) set('.by', `Review by ${match.author}:`);
		if (match) item.querySelector('.excerpt')!.append(...excerptNodes(match));
		return item;
	}
}

/** Shows the query in an element, and adds it to the element's link, if there is one. Hides the element if the query is empty. */
function setWords(element: HTMLElement, query: string): void {
	const link = element.querySelector('a');
	if (link) link.href = `${link.pathname}?${new URLSearchParams({ q: query })}`;
	element.querySelector('bdi')!.textContent = query;
	element.hidden = query === '';
}

function counted({ query, answers: { total, isLowest, best } }: Corrected): string {
	if (total === 0) return `Nothing found for “${query}”. Try fewer or different words.`;
	const results = `${total.toLocaleString('en')} ${total === 1 ? 'result' : 'results'} for “${query}”`;
	if (isLowest) return `More than ${results}. These are ${best.length} of them.`;
	return total > best.length ? `${results}. These are the best ${best.length}.` : results;
}

function alsoOf({ cookie, programs }: TextMeta): string {
	if (programs !== undefined) return `${programs} ${programs === '1' ? 'program' : 'programs'}`;
	return cookie === undefined ? '' : `cookie ${cookie}`;
}

/** Returns the words of an excerpt, with the matching words marked. */
function excerptNodes({ excerpt, continues }: Match): (Node | string)[] {
	const nodes = excerpt.flatMap(({ word, isMatch }) => [' ', isMatch ? marked(word) : word]);
	return [continues.before ? '…' : '', ...nodes, continues.after ? ' …' : ''];
}

function marked(word: string): Node {
	const mark = document.createElement('mark');
	mark.textContent = word;
	return mark;
}

function isTyping(target: EventTarget | null): boolean {
	return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

customElements.define('site-search', SiteSearch);
