/** A text or several, one a line, to copy by a button, where the browser lets a page do that. */
class CopyText extends HTMLElement {
	connectedCallback(): void {
		// Only a page that came over a safe connection has one.
		if (!navigator.clipboard) return;
		const button = this.querySelector('button')!;
		const status = this.querySelector('[role="status"]')!;
		button.hidden = false;
		button.addEventListener('click', async () => {
			const text = Array.from(this.querySelectorAll('code'), (code) => code.textContent).join('\n');
			status.textContent = await navigator.clipboard.writeText(text).then(
				() => 'Copied',
				() => 'Could not copy. Select the text and copy it yourself.',
			);
		});
	}
}

customElements.define('copy-text', CopyText);
