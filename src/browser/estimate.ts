/** The form that estimates what a program could earn: a new result with every key. */
import { estimate, type Pay } from '../site/estimate.ts';
import { inWords, money } from '../site/numbers.ts';

class EarningsEstimate extends HTMLElement {
	connectedCallback(): void {
		const pay: Pay = JSON.parse(this.dataset.pay!);
		const form = this.querySelector('form')!;
		const [year, lastMonth] = this.querySelectorAll('output');
		const show = () => {
			const result = estimate(pay, { referrals: numberIn('referrals'), price: numberIn('price') });
			year!.value = inWords(money(Math.round(result.year), pay.currency));
			lastMonth!.value = inWords(money(Math.round(result.lastMonth), pay.currency));
		};
		const numberIn = (name: string) => {
			const input = form.elements.namedItem(name) as HTMLInputElement | null;
			return Math.max(0, input?.valueAsNumber || 0);
		};
		form.addEventListener('input', show);
		form.addEventListener('submit', (event) => event.preventDefault());
		show();
		this.hidden = false;
	}
}

customElements.define('earnings-estimate', EarningsEstimate);
