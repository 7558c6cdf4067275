/**
 * Sends requests to the API of this site. The key is kept only in the page's fields, never in storage or an address.
 */

class ApiConsole extends HTMLElement {
	readonly #form = this.querySelector('form')!;
	readonly #status = this.querySelector('[role="status"]')!;
	readonly #response = this.querySelector('textarea')!;

	connectedCallback(): void {
		this.#form.addEventListener('submit', (event) => {
			event.preventDefault();
			this.#send();
		});
		// All consoles on a page use the same key.
		this.#key.addEventListener('input', () => {
			for (const field of document.querySelectorAll<HTMLInputElement>('api-console .key'))
				field.value = this.#key.value;
		});
	}

	get #key(): HTMLInputElement {
		return this.querySelector('.key')!;
	}

	async #send(): Promise<void> {
		const address = this.#address();
		const started = performance.now();
		this.#status.textContent = 'Waiting for the response…';
		try {
			const response = await fetch(address, {
				headers: { 'X-API-Key': this.#key.value.trim() },
				cache: 'no-store',
				credentials: 'omit',
			});
			const text = await response.text();
			const time = Math.round(performance.now() - started);
			const request = `Request ID ${response.headers.get('X-Request-Id') ?? 'unknown'}`;
			this.#status.textContent = `${response.status} for GET ${address} in ${time} ms. ${request}.`;
			this.#show(text);
		} catch {
			this.#status.textContent = 'Could not send the request. Check the key and your connection, then try again.';
			this.#response.hidden = true;
		}
	}

	/** Returns the path and query of the request, built from the form's fields. */
	#address(): string {
		let path = this.dataset.path!;
		const query = new URLSearchParams();
		for (const field of this.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-name]')) {
			const name = field.dataset.name!;
			const value = field.value.trim();
			if (field.dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
			else if (value !== '') query.set(name, value);
		}
		return query.size > 0 ? `${path}?${query}` : path;
	}

	/** Shows a body as text, because its content is not trusted. */
	#show(body: string): void {
		let text = body;
		try {
			text = JSON.stringify(JSON.parse(body), undefined, 2);
		} catch {
			// A proxy can answer with something other than JSON.
		}
		this.#response.value = text;
		this.#response.hidden = false;
	}
}

customElements.define('api-console', ApiConsole);
