import { inWords } from '../format/numbers.ts';

/**
 * A slider with two thumbs, one for each number field of its fieldset. The fields stay, so that users can enter exact
 * values.
 */
export class RangeSlider extends HTMLElement {
	readonly #stops = this.dataset.stops!.split(' ').filter(Boolean).map(Number);
	readonly #fields = this.closest('fieldset')!.querySelectorAll<HTMLInputElement>('input[type="number"]');
	#thumbs: readonly HTMLInputElement[] = [];

	connectedCallback(): void {
		// The element is moved into the dialog and back, so this method runs several times.
		if (this.#thumbs.length > 0 || this.#stops.length < 2) return;
		this.#thumbs = ['from', 'to'].map((end, index) => this.#makeThumb(`${this.dataset.label} ${end}`, index));
		this.replaceChildren(...this.#thumbs);
		for (const field of this.#fields) field.addEventListener('input', () => this.refresh());
		this.refresh();
	}

	#makeThumb(label: string, index: number): HTMLInputElement {
		const thumb = document.createElement('input');
		thumb.type = 'range';
		thumb.max = String(this.#stops.length - 1);
		thumb.ariaLabel = label;
		thumb.addEventListener('input', (event) => {
			event.stopPropagation();
			this.#drag(index);
		});
		return thumb;
	}

	/**
	 * Sets a thumb's field to the thumb's value. Clears the field if the first thumb is at the start of the scale or
	 * the second thumb is at the end. The thumbs cannot pass each other.
	 */
	#drag(index: number): void {
		const [low, high] = this.#thumbs as [HTMLInputElement, HTMLInputElement];
		const thumb = this.#thumbs[index]!;
		const place =
			index === 0 ? Math.min(Number(low.value), Number(high.value)) : Math.max(Number(low.value), Number(high.value));
		thumb.value = String(place);
		const isAtEnd = place === (index === 0 ? 0 : this.#stops.length - 1);
		const field = this.#fields[index]!;
		field.value = isAtEnd ? '' : String(this.#stops[place]);
		field.dispatchEvent(new Event('input', { bubbles: true }));
	}

	/** Moves the thumbs to the values of the fields. */
	refresh(): void {
		if (this.#thumbs.length === 0) return;
		const last = this.#stops.length - 1;
		const [from, to] = [...this.#fields].map(({ value }) => (value === '' ? undefined : Number(value)));
		const low = from === undefined ? 0 : this.#stops.findLastIndex((stop) => stop <= from);
		const high = to === undefined ? last : this.#stops.findIndex((stop) => stop >= to);
		[Math.max(0, low), high === -1 ? last : high].forEach((place, index) => {
			const thumb = this.#thumbs[index]!;
			thumb.value = String(place);
			// If the start of the range is above its end, mark the range as invalid, because the thumbs do not show
			// this.
			thumb.ariaInvalid = String(Number(from) > Number(to));
			thumb.ariaValueText = inWords({ figure: String(this.#stops[place]), unit: this.dataset.unit! });
			this.style.setProperty(index === 0 ? '--low' : '--high', String(place / last));
		});
	}
}

customElements.define('range-slider', RangeSlider);
