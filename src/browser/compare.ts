/**
 * Lets users select programs to compare. Adds a checkbox to each row of a list, and shows a bar that links to the
 * comparison.
 */
import { isSlug } from '../catalog/slug.ts';
import { COMPARE } from '../site/addresses.ts';
import { compareAddress, MOST_COMPARED, parseChoice, toggled } from '../site/compare/choice.ts';

/** The key under which session storage keeps the selected programs. */
const KEY = 'compare';

class CompareBar extends HTMLElement {
	#slugs: readonly string[] = [];

	connectedCallback(): void {
		this.querySelector('button')!.addEventListener('click', () => this.#clear());
		document.addEventListener('change', ({ target }) => {
			if (target instanceof HTMLInputElement && target.matches('.compare-box input')) {
				this.#select(toggled(this.#slugs, target.value));
			}
		});
		// Other scripts add rows without checkboxes. The browser can also restore a page that does not show the latest
		// selection.
		new MutationObserver(() => this.#addBoxes()).observe(document.body, { childList: true, subtree: true });
		addEventListener('pageshow', () => this.#start());
		this.#start();
	}

	#start(): void {
		// On a comparison page, the programs in the page's address become the selection.
		if (location.pathname === COMPARE.address) {
			store(parseChoice(new URLSearchParams(location.search).get('programs')));
			return;
		}
		this.#slugs = stored();
		this.#addBoxes();
		this.#show();
	}

	#select(slugs: readonly string[]): void {
		this.#slugs = slugs;
		store(slugs);
		this.#show();
	}

	/** Clears the selection. The button disappears with the bar, so the focus moves to the page content. */
	#clear(): void {
		this.#select([]);
		document.querySelector('main')!.focus({ preventScroll: true });
	}

	#addBoxes(): void {
		const places = document.querySelectorAll<HTMLElement>('[data-program]:not(:has(.compare-box))');
		for (const place of places) {
			const name = place.dataset.name ?? place.querySelector('.name')?.textContent ?? '';
			const box = compareBox(place.dataset.program!, name.trim());
			if (place instanceof HTMLTableRowElement)
				place.querySelector('.verified, .name:not(:has(~ .verified))')!.after(' ', box);
			else place.replaceChildren(box);
		}
		if (places.length > 0) this.#show();
	}

	#show(): void {
		const { length } = this.#slugs;
		for (const input of document.querySelectorAll<HTMLInputElement>('.compare-box input')) {
			input.checked = this.#slugs.includes(input.value);
			input.disabled = !input.checked && length === MOST_COMPARED;
		}
		this.querySelector('p')!.textContent = `${length} of ${MOST_COMPARED} selected`;
		this.querySelector('a')!.href = compareAddress(this.#slugs);
		this.hidden = length === 0;
	}
}

function stored(): string[] {
	try {
		return parseChoice(sessionStorage.getItem(KEY)).filter(isSlug).slice(0, MOST_COMPARED);
	} catch {
		return [];
	}
}

/** Stores the selection. If the browser has no storage, only this page keeps the selection. */
function store(slugs: readonly string[]): void {
	try {
		sessionStorage.setItem(KEY, slugs.join());
	} catch {}
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
