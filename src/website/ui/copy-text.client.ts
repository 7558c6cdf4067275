/** One or more lines of text with a button that copies them, if the browser allows it. */
class CopyText extends HTMLElement {
	connectedCallback(): void {
		// Browsers provide the clipboard only over a secure connection.
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
