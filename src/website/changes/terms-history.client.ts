/** The history of a program's terms, loaded when the visitor scrolls near it. */
class TermsHistory extends HTMLElement {
	connectedCallback(): void {
		const observer = new IntersectionObserver(
			async ([entry]) => {
				if (!entry!.isIntersecting) return;
				observer.disconnect();
				await this.#load();
			},
			{ rootMargin: '400px' },
		);
		// Observe the parent. This element is still empty, so it may never intersect.
		observer.observe(this.parentElement!);
	}

	/** Shows the history. If the history cannot be loaded, visitors can still use the link to all changes. */
	async #load(): Promise<void> {
		const response = await fetch(this.dataset.address!, { credentials: 'omit' }).catch(() => undefined);
		if (!response?.ok) return;
		const parsed = new DOMParser().parseFromString(await response.text(), 'text/html');
		this.replaceChildren(...parsed.body.childNodes);
	}
}

customElements.define('terms-history', TermsHistory);
