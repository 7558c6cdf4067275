/** The fields for the visitor's assumptions, and the estimates calculated from them. */
import type { Expectation } from '../../catalog/estimate.ts';
import type { Pay } from '../../catalog/pay.ts';
import { estimateWords } from './estimate-words.ts';
import { EXPECTATION_FIELDS, type ExpectationTexts, readExpectation } from './expectation.ts';

const KEY = 'expectation';

class EstimateForm extends HTMLElement {
	connectedCallback(): void {
		this.#start();
		this.addEventListener('input', () => {
			store(textsOf(this));
			showAll();
		});
		this.addEventListener('click', ({ target }) => {
			if ((target as Element).closest('button[type="button"]')) chooseOrder();
		});
		addEventListener('storage', ({ key }) => {
			if (key !== KEY) return;
			fillIn(this, stored());
			showAll();
		});
		this.hidden = false;
	}

	/**
	 * Fills in the fields when the page opens. Values in the address take precedence. Next come values that are already
	 * on the page. Last come values that the visitor entered on an earlier page.
	 */
	#start(): void {
		const address = Object.fromEntries(new URLSearchParams(location.search));
		const isBlank = readExpectation(textsOf(this)) === undefined;
		if (readExpectation(address)) fillIn(this, address);
		else if (isBlank && readExpectation(stored())) {
			fillIn(this, stored());
			// The server has sorted by the example, because the address has no values.
			if (orderField()?.value === 'estimate') customElements.whenDefined('program-explorer').then(chooseOrder);
		}
		const details = this.querySelector('details.estimate-form');
		if (details && readExpectation(textsOf(this))) details.setAttribute('open', '');
	}
}

class RowEstimate extends HTMLElement {
	connectedCallback(): void {
		this.show(currentExpectation());
	}

	show(expectation: Expectation | undefined): void {
		this.hidden = expectation === undefined;
		if (expectation === undefined) return;
		const { total, period, calculation, sentences } = estimateWords(JSON.parse(this.dataset.pay!) as Pay, expectation);
		this.querySelector('.total')!.textContent = total;
		this.querySelector('.period')!.textContent = period;
		const short = this.querySelector('.calculation');
		if (short) short.textContent = calculation;
		this.querySelector('.sentences')?.replaceChildren(
			...sentences.map((sentence) => {
				const item = document.createElement('li');
				item.textContent = sentence;
				return item;
			}),
		);
	}
}

/**
 * Returns the visitor's assumptions. Reads them from the page's fields or, if the page has no such fields, from local
 * storage.
 */
function currentExpectation(): Expectation | undefined {
	const form = document.querySelector('estimate-form');
	return readExpectation(form ? textsOf(form) : stored());
}

function showAll(): void {
	const expectation = currentExpectation();
	for (const row of document.querySelectorAll<RowEstimate>('row-estimate')) row.show(expectation);
}

/** The field of the explorer's form for the order. Null if the page has no explorer. */
const orderField = () => document.querySelector<HTMLSelectElement>('select[name="sort"]');

/** Sets the explorer's form to sort by estimate. The form then updates the list. */
function chooseOrder(): void {
	const order = orderField()!;
	order.value = 'estimate';
	order.dispatchEvent(new Event('input', { bubbles: true }));
}

function inputOf(form: Element, field: string): HTMLInputElement | HTMLSelectElement {
	return form.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${field}"]`)!;
}

function textsOf(form: Element): ExpectationTexts {
	return Object.fromEntries(EXPECTATION_FIELDS.map((field) => [field, inputOf(form, field).value]));
}

/** Fills in the fields, except the one that the visitor is typing in. */
function fillIn(form: Element, texts: ExpectationTexts): void {
	for (const field of EXPECTATION_FIELDS) {
		const input = inputOf(form, field);
		if (input !== document.activeElement) input.value = String(texts[field] ?? '');
	}
}

function stored(): ExpectationTexts {
	try {
		const texts: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
		return Object.fromEntries(EXPECTATION_FIELDS.map((field) => [field, String(Object(texts)[field] ?? '')]));
	} catch {
		return {};
	}
}

/** Stores the values. If the browser has no storage, only this page keeps them. */
function store(texts: ExpectationTexts): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(texts));
	} catch {}
}

customElements.define('estimate-form', EstimateForm);
customElements.define('row-estimate', RowEstimate);
