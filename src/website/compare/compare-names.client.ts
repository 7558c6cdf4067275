/**
 * Keeps the names of compared programs in view on narrow screens. On such screens, the table scrolls sideways, so its
 * own header cannot stay at the top of the window.
 */
class CompareNames extends HTMLElement {
	connectedCallback(): void {
		const names = this.querySelector('.compare-names')!;
		const box = this.querySelector('.compare-scroll')!;
		box.addEventListener('scroll', () => (names.scrollLeft = box.scrollLeft), { passive: true });
		const observer = new IntersectionObserver(([head]) => {
			const { isIntersecting, boundingClientRect } = head!;
			names.classList.toggle('is-shown', !isIntersecting && boundingClientRect.top < 0);
		});
		observer.observe(this.querySelector('thead')!);
	}
}

customElements.define('compare-names', CompareNames);
