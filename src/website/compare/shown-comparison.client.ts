/**
 * Keeps the comparison that a page shows apart from the visitor's own selection. A comparison that someone shared
 * becomes the selection only if the visitor presses the button.
 */
import { COMPARE } from '../addresses.ts';
import { count } from '../format/numbers.ts';
import { parseChoice } from './choice.ts';
import {
	isSelectionCompared,
	onSelectionChange,
	select,
	selected,
	selectFromNextPage,
} from './compare-store.client.ts';

class ShownComparison extends HTMLElement {
	readonly #button = this.querySelector('button')!;

	connectedCallback(): void {
		this.#button.addEventListener('click', () => this.#select());
		document.querySelector('main')!.addEventListener('click', (event) => this.#follow(event));
		onSelectionChange(() => this.#show());
		this.#show();
	}

	get #slugs(): string[] {
		return parseChoice(this.dataset.programs!);
	}

	#show(): void {
		const isOwn = isSelectionCompared();
		this.hidden = isOwn || this.#slugs.length === 0;
		this.#button.hidden = isOwn;
		this.#button.textContent = selected().length === 0 ? 'Select these programs' : 'Replace mine';
	}

	/** Makes the comparison the selection. The button disappears, so the focus moves to the text that replaces it. */
	#select(): void {
		select(this.#slugs);
		const text = this.querySelector('p')!;
		text.textContent = `You have selected ${count(this.#slugs.length, 'program')} to compare.`;
		this.hidden = false;
		text.focus();
	}

	/** Adding a program to the visitor's own comparison, or removing one from it, changes the selection too. */
	#follow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
		const link = (target as Element).closest('a');
		if (link?.pathname !== COMPARE.address || ctrlKey || metaKey || shiftKey || !isSelectionCompared()) return;
		selectFromNextPage(parseChoice(new URLSearchParams(link.search).get('programs')));
	}
}

customElements.define('shown-comparison', ShownComparison);
