/** Turns the link to the search into a dialog that finds pages of the directory while one types. */
import { fold, words } from '../search/text.ts';
import { excerpt } from '../site/excerpt.ts';
import type { TextMeta, TextRecord } from '../site/text-index.ts';

/** What the index gives for a page, as far as it is shown. */
interface Answer {
	readonly url: string;
	readonly meta: TextMeta;
	readonly filters: TextRecord['filters'];
	/** The words around those that were looked for, with `<` and `>` as entities. */
	readonly plain_excerpt: string;
}

/** The part of Pagefind that is used here. It searches in a worker. */
interface Pagefind {
	init(): Promise<void>;
	search(words: string): Promise<{ readonly results: readonly { data(): Promise<Answer> }[] }>;
}

const MODULE = '/pagefind/pagefind.js';
/** How long an index that was loaded is used, in milliseconds: parts of an old one that have gone count as empty. */
const FRESH = 300_000;
const SHOWN = 8;
/** Sixteen words may still be long. */
const LONGEST_EXCERPT = 200;
const OPTIONS = {
	excerptLength: 16,
	ranking: {
		// A program does not rank lower for having many reviews.
		pageLength: 0.1,
		metaWeights: { title: 10, pays: 0, terms: 0, cookie: 0, programs: 0 },
	},
} as const;

class SiteSearch extends HTMLElement {
	readonly #dialog = this.querySelector('dialog')!;
	readonly #input = this.querySelector('input')!;
	readonly #status = this.querySelector('[role="status"]')!;
	readonly #results = this.querySelector('ul')!;
	readonly #all = this.querySelector<HTMLElement>('.search-all')!;
	readonly #result = this.querySelector('template')!.content.firstElementChild!;
	#pagefind: Promise<Pagefind> | undefined;
	#loadedAt = 0;
	/** What the results that are shown, or under way, are for. */
	#asked = '';
	#isAsking = false;

	connectedCallback(): void {
		const link = this.querySelector<HTMLAnchorElement>('.search-link')!;
		// What takes longest is to load the engine, so that starts when someone seems about to search.
		for (const event of ['pointerenter', 'focus']) link.addEventListener(event, () => this.#load());
		link.addEventListener('click', (event) => {
			// A link in another tab stays a link.
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
		this.querySelector('button')!.addEventListener('click', () => this.#dialog.close());
		this.#dialog.addEventListener('click', (event) => {
			// Only the backdrop is the dialog itself: what is inside covers all of it.
			if (event.target === this.#dialog) this.#dialog.close();
		});
		this.#dialog.addEventListener('keydown', (event) => this.#move(event));
	}

	#open(): void {
		this.#load();
		this.#dialog.showModal();
		this.#input.select();
		this.#update();
	}

	/** The arrow keys go from the words to the results and back, as the tab key does. */
	#move(event: KeyboardEvent): void {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step === undefined || event.isComposing) return;
		const stops = [this.#input, ...this.#dialog.querySelectorAll<HTMLElement>('a:not([hidden] *)')];
		const from = stops.indexOf(document.activeElement as HTMLElement);
		const to = stops[from + step];
		event.preventDefault();
		to?.focus();
		to?.scrollIntoView({ block: 'nearest' });
	}

	/** Asks for what is typed by now; one question at a time, since typing is faster than some answers. */
	async #update(): Promise<void> {
		this.#offerAll(this.#input.value.trim());
		if (this.#isAsking) return;
		this.#isAsking = true;
		for (let query = this.#input.value.trim(); query !== this.#asked; query = this.#input.value.trim()) {
			this.#asked = query;
			await this.#ask(query);
		}
		this.#isAsking = false;
	}

	async #ask(query: string): Promise<void> {
		if (query === '') return this.#show('', [], '');
		try {
			const { total, answers } = await this.#search(query);
			this.#show(query, answers, counted(query, total, answers.length));
		} catch {
			this.#show(query, [], 'The search cannot be loaded at the moment. The search of programs may still work.');
		}
	}

	async #search(query: string): Promise<{ total: number; answers: readonly Answer[] }> {
		const pagefind = await this.#load();
		try {
			return await find(pagefind, query);
		} catch {
			// The directory may have been built anew just now, and what the old index points to be gone.
			this.#pagefind = undefined;
			return find(await this.#load(), query);
		}
	}

	#load(): Promise<Pagefind> {
		if (Date.now() - this.#loadedAt > FRESH) this.#pagefind = undefined;
		if (this.#pagefind === undefined) {
			this.#loadedAt = Date.now();
			this.#pagefind = load();
			this.#pagefind.catch(() => {
				this.#pagefind = undefined;
			});
		}
		return this.#pagefind;
	}

	#offerAll(query: string): void {
		const link = this.#all.querySelector('a')!;
		link.href = `${link.pathname}?${new URLSearchParams({ q: query })}`;
		link.querySelector('bdi')!.textContent = query;
		this.#all.hidden = query === '';
	}

	#show(query: string, answers: readonly Answer[], status: string): void {
		this.#results.replaceChildren(...answers.map((answer) => this.#item(answer, query)));
		this.#status.textContent = status;
	}

	/** Everything is set as text: names and reviews come from outside. */
	#item({ url, meta, filters, plain_excerpt }: Answer, query: string): Node {
		const item = this.#result.cloneNode(true) as Element;
		const set = (selector: string, text: string) => {
			item.querySelector(selector)!.textContent = text;
		};
		item.querySelector('a')!.href = url;
		set('.name', meta.title);
		set('.pays', meta.pays ?? '');
		set('.terms', meta.terms ?? '');
		set('.also', alsoOf(meta));
		set('.kind', filters.kind[0]);
		// Where the name does not say why the page was found, the words do.
		if (!isNamed(meta.title, query)) {
			set('.found', excerpt(plain_excerpt.replaceAll('&lt;', '<').replaceAll('&gt;', '>'), LONGEST_EXCERPT));
		}
		return item;
	}
}

async function load(): Promise<Pagefind> {
	const { createInstance }: { createInstance(options: typeof OPTIONS): Pagefind } = await import(
		/* @vite-ignore */ MODULE
	);
	const pagefind = createInstance(OPTIONS);
	await pagefind.init();
	return pagefind;
}

async function find(pagefind: Pagefind, query: string): Promise<{ total: number; answers: readonly Answer[] }> {
	const { results } = await pagefind.search(query);
	return { total: results.length, answers: await Promise.all(results.slice(0, SHOWN).map((result) => result.data())) };
}

function counted(query: string, total: number, shown: number): string {
	if (total === 0) return `Nothing found for “${query}”. Try fewer or other words.`;
	const results = `${total.toLocaleString('en')} ${total === 1 ? 'result' : 'results'} for “${query}”`;
	return total > shown ? `${results}, the best ${shown} of them here` : results;
}

function alsoOf({ cookie, programs }: TextMeta): string {
	if (programs !== undefined) return `${programs} ${programs === '1' ? 'program' : 'programs'}`;
	return cookie === undefined ? '' : `cookie ${cookie}`;
}

/** Whether some word of the query begins a word of the name. */
function isNamed(name: string, query: string): boolean {
	const inName = words(fold(name));
	return words(fold(query)).some((word) => inName.some((other) => other.startsWith(word)));
}

function isTyping(target: EventTarget | null): boolean {
	return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

customElements.define('site-search', SiteSearch);
