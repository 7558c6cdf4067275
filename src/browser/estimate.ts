/** Estimates the earnings from a program, and updates the estimate as the visitor types. */
import { estimate } from '../site/estimate.ts';
import { inWords, money } from '../site/format/numbers.ts';
import type { Pay } from '../site/pay.ts';

class EarningsEstimate extends HTMLElement {
	connectedCallback(): void {
		const pay: Pay = JSON.parse(this.dataset.pay!);
		const [year, lastMonth] = this.querySelectorAll('output');
		const show = () => {
			const result = estimate(pay, { referrals: numberIn('referrals'), price: numberIn('price') });
			year!.value = inWords(money(Math.round(result.year), pay.currency));
			lastMonth!.value = inWords(money(Math.round(result.lastMonth), pay.currency));
		};
		const numberIn = (name: string) => {
			const input = this.querySelector<HTMLInputElement>(`input[name="${name}"]`);
			return Math.max(0, input?.valueAsNumber || 0);
		};
		this.addEventListener('input', show);
		show();
		this.hidden = false;
	}
}

customElements.define('earnings-estimate', EarningsEstimate);
