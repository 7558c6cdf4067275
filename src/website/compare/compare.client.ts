/**
 * Lets users select programs to compare. Adds a checkbox to each row of a list, and shows a bar that links to the
 * comparison.
 */
import { compareAddress, MOST_COMPARED, toggled } from './choice.ts';
import { isSelectionCompared, onSelectionChange, select, selected } from './compare-store.client.ts';

class CompareBar extends HTMLElement {
	connectedCallback(): void {
		this.querySelector('button')!.addEventListener('click', () => this.#clear());
		document.addEventListener('change', ({ target }) => {
			if (target instanceof HTMLInputElement && target.matches('.compare-box input')) {
				select(toggled(selected(), target.value));
			}
		});
		// Other scripts add rows without checkboxes.
		new MutationObserver(() => this.#addBoxes()).observe(document.body, { childList: true, subtree: true });
		onSelectionChange(() => this.#show());
		this.#addBoxes();
		this.#show();
	}

	/** Clears the selection. The button disappears with the bar, so the focus moves to the page content. */
	#clear(): void {
		select([]);
		document.querySelector('main')!.focus({ preventScroll: true });
	}

	#addBoxes(): void {
		const places = document.querySelectorAll<HTMLElement>('[data-program]:not(:has(.compare-box))');
		for (const place of places) {
			const { program, name } = place.dataset;
			// The box replaces the link that starts a comparison without JavaScript.
			place.querySelector(':scope > a')?.remove();
			place.append(compareBox(program!, name!));
		}
		if (places.length > 0) this.#show();
	}

	#show(): void {
		const slugs = selected();
		const isFull = slugs.length === MOST_COMPARED;
		for (const input of document.querySelectorAll<HTMLInputElement>('.compare-box input')) {
			input.checked = slugs.includes(input.value);
			input.disabled = !input.checked && isFull;
		}
		this.querySelector('p')!.textContent = `${slugs.length} of ${MOST_COMPARED} selected`;
		this.querySelector('a')!.href = compareAddress(slugs);
		this.hidden = slugs.length === 0 || isSelectionCompared();
	}
}

function compareBox(slug: string, name: string): HTMLLabelElement {
	const label = document.createElement('label');
	label.className = 'compare-box';
	const input = document.createElement('input');
	input.type = 'checkbox';
	input.value = slug;
	const hidden = document.createElement('span');
	hidden.className = 'visually-hidden';
	hidden.textContent = ` ${name}`;
	label.append(input, ' Compare', hidden);
	return label;
}

customElements.define('compare-bar', CompareBar);
