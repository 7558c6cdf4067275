/** Gives a link to apply the program's own address, and tells the server about clicks. */
class CountedLink extends HTMLElement {
	connectedCallback(): void {
		const link = this.querySelector('a')!;
		const { href: counted } = link;
		const { href } = link.dataset;
		if (href === undefined) return;
		link.href = href;
		const tell = () => navigator.sendBeacon(counted, document.referrer);
		link.addEventListener('click', tell);
		link.addEventListener('auxclick', ({ button }) => button === 1 && tell());
		link.removeAttribute('data-href');
	}
}

customElements.define('counted-link', CountedLink);
