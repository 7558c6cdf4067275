/** A star button that saves a program, or removes a program that is saved. */
import { onSavedChange, save, savedPrograms, tell, unsave } from './saved-store.client.ts';

class SaveButton extends HTMLElement {
	#shown = new AbortController();

	connectedCallback(): void {
		this.#shown = new AbortController();
		const { signal } = this.#shown;
		this.querySelector('button')!.addEventListener('click', () => this.#toggle(), { signal });
		onSavedChange(() => this.#show(), signal);
		this.#show();
	}

	disconnectedCallback(): void {
		this.#shown.abort();
	}

	get #isSaved(): boolean {
		return savedPrograms().some(({ slug }) => slug === this.dataset.slug);
	}

	#toggle(): void {
		const { slug = '', name = '' } = this.dataset;
		if (!this.#isSaved) {
			if (save([{ slug, name }])) tell(`Saved ${name}`);
		} else if (unsave(slug)) tell(`Removed ${name} from your saved programs`);
	}

	#show(): void {
		const isSaved = this.#isSaved;
		this.classList.toggle('is-saved', isSaved);
		this.querySelector('.says')!.textContent = isSaved ? 'Saved' : 'Save';
	}
}

customElements.define('save-button', SaveButton);
