/** The page of saved programs. If the address contains a shared list, the page shows that list instead. */
import { readStatus, type SavedProgram } from '../../catalog/saved-program.ts';
import { programAddress, SAVED } from '../addresses.ts';
import { hue, initials } from '../format/monogram.ts';
import { count } from '../format/numbers.ts';
import { savedCsv } from './csv.ts';
import {
	accountCopy,
	annotate,
	onSavedChange,
	save,
	savedPrograms,
	tell,
	wasRemovedHere,
} from './saved-store.client.ts';
import { readShared, rowsAddresses, sharedAddress } from './shared-list.ts';

type Listed = Pick<SavedProgram, 'slug' | 'name'>;

class SavedPrograms extends HTMLElement {
	readonly #table = this.querySelector('table')!;
	readonly #rows = new Map<string, HTMLTableRowElement>();
	/** The slugs of the shared list. Undefined if the page shows the visitor's own list. */
	#shared: readonly string[] | undefined;
	#loading = new AbortController();
	/** The account whose list is shown, if any. */
	readonly #account = accountCopy()?.account;

	connectedCallback(): void {
		this.#part('.save-all').addEventListener('click', () => this.#saveAll());
		this.#part('.download').addEventListener('click', download);
		this.#table.addEventListener('input', ({ target }) => this.#write((target as Element).closest('tr')!));
		onSavedChange(() => {
			// Nothing of another list stays on the page.
			if (accountCopy()?.account !== this.#account) location.reload();
			else this.#load(this.#show());
		});
		addEventListener('hashchange', () => this.#start());
		this.#start();
	}

	#start(): void {
		this.#shared = readShared(location.hash);
		this.#rows.clear();
		this.#table.tBodies[0]!.replaceChildren();
		this.#table.classList.remove('with-facts');
		this.#say('');
		this.#loading.abort();
		this.#loading = new AbortController();
		document.querySelector('h1')!.textContent = this.#shared ? 'Shared list' : SAVED.name;
		document.querySelector<HTMLElement>('.lead')!.hidden = this.#shared !== undefined;
		this.#load(this.#show());
	}

	/**
	 * Shows the list as it is stored now. A program that was removed on this page keeps its row until the page is closed.
	 *
	 * @returns the slugs of the new rows. Their facts must still be loaded
	 */
	#show(): string[] {
		const saved = savedPrograms();
		const isShared = this.#shared !== undefined;
		const listed = this.#shared?.map((slug): Listed => ({ slug, name: slug })) ?? saved;
		const added = listed.filter(({ slug }) => !this.#rows.has(slug));
		for (const program of added) this.#rows.set(program.slug, this.#row(program));
		this.#table.tBodies[0]!.prepend(...added.map(({ slug }) => this.#rows.get(slug)!));
		const bySlug = new Map(saved.map((program) => [program.slug, program]));
		for (const [slug, row] of this.#rows) {
			if (isShared || bySlug.has(slug) || wasRemovedHere(slug)) this.#fill(row, bySlug.get(slug));
			else {
				// It was removed in another tab, or on another device.
				row.remove();
				this.#rows.delete(slug);
			}
		}
		const isEmpty = this.#rows.size === 0;
		this.#table.hidden = isEmpty;
		this.#table.classList.toggle('is-shared', isShared);
		this.#part('.saved-shared').hidden = !isShared || isEmpty;
		this.#part('.shared-empty').hidden = !isShared || !isEmpty;
		this.#part('.saved-empty').hidden = isShared || !isEmpty;
		this.#part('.saved-bar').hidden = isEmpty;
		this.#part('.saved-bar .own').hidden = isShared;
		this.#part('.saved-estimates').hidden = isEmpty;
		this.#part('.saved-bar .total').textContent = this.#total(saved);
		this.#part('.save-all').hidden = !isShared || this.#unsaved(saved).length === 0;
		const address = location.origin + sharedAddress(saved.map(({ slug }) => slug));
		this.querySelector('copy-text code')!.textContent = address;
		return added.map(({ slug }) => slug);
	}

	#total(saved: readonly SavedProgram[]): string {
		if (this.#shared === undefined) return `${count(saved.length, 'program')} saved`;
		const known = saved.filter(({ slug }) => this.#rows.has(slug)).length;
		return `${count(this.#rows.size, 'program')}${known === 0 ? '' : `, ${known} saved`}`;
	}

	#unsaved(saved: readonly SavedProgram[]): string[] {
		const slugs = new Set(saved.map(({ slug }) => slug));
		return [...this.#rows]
			.filter(([slug, row]) => !slugs.has(slug) && !row.classList.contains('is-gone'))
			.map(([slug]) => slug);
	}

	#row({ slug, name }: Listed): HTMLTableRowElement {
		const { content } = this.querySelector('template')!;
		const row = document.importNode(content.querySelector('tr')!, true);
		row.dataset.slug = slug;
		row.querySelector('a')!.href = programAddress(slug);
		row.querySelector('.name')!.textContent = name;
		const logo = row.querySelector('.logo')!;
		logo.classList.add(`hue-${hue(name)}`);
		logo.textContent = initials(name);
		this.#rename(row, name);
		return row;
	}

	#rename(row: HTMLTableRowElement, name: string): void {
		const { slug = '' } = row.dataset;
		const button = row.querySelector<HTMLElement>('save-button')!;
		Object.assign(button.dataset, { slug, name });
		button.querySelector('button > :last-child')!.textContent = name;
		row.querySelector('select')!.ariaLabel = `Status of ${name}`;
		row.querySelector('textarea')!.ariaLabel = `Note on ${name}`;
	}

	/**
	 * Shows the status and the note of a program. Does not change the note while the visitor is in the note's field.
	 */
	#fill(row: HTMLTableRowElement, saved: SavedProgram | undefined): void {
		const [status, note] = fieldsOf(row);
		row.classList.toggle('is-removed', saved === undefined && this.#shared === undefined);
		for (const field of [status, note]) field.disabled = saved === undefined;
		status.value = saved?.status ?? '';
		if (document.activeElement !== note) note.value = saved?.note ?? '';
	}

	#write(row: HTMLTableRowElement): void {
		const [status, note] = fieldsOf(row);
		annotate(row.dataset.slug!, { status: readStatus(status.value), note: note.value });
	}

	#saveAll(): void {
		const slugs = this.#unsaved(savedPrograms());
		const programs = slugs.map((slug) => ({
			slug,
			name: this.#rows.get(slug)!.querySelector<HTMLElement>('save-button')!.dataset.name!,
		}));
		if (save(programs)) tell(`Saved ${count(programs.length, 'program')}`);
		this.#part('.saved-bar .total').focus();
	}

	/**
	 * Loads the facts of programs and adds them to the rows. Only a server has these facts, so the rows of an exported
	 * site show only names.
	 */
	async #load(slugs: readonly string[]): Promise<void> {
		if (slugs.length === 0 || this.dataset.rows === undefined) return;
		const { signal } = this.#loading;
		try {
			for (const address of rowsAddresses(slugs)) {
				const response = await fetch(address, { signal });
				if (!response.ok) throw new Error(`${address}: ${response.status}`);
				this.#addFacts(new DOMParser().parseFromString(await response.text(), 'text/html'));
			}
			for (const slug of slugs) {
				const row = this.#rows.get(slug);
				if (row !== undefined && row.dataset.isListed === undefined) this.#leave(row);
			}
			this.#show();
		} catch {
			if (!signal.aborted) this.#say('Could not load the commissions. Check your connection and load the page again.');
		}
	}

	#addFacts(loaded: Document): void {
		for (const { dataset, cells } of loaded.querySelectorAll('tr')) {
			const row = this.#rows.get(dataset.slug!);
			if (!row) continue;
			for (const cell of row.querySelectorAll(':scope > :not(.own)')) cell.remove();
			row.prepend(...cells);
			this.#rename(row, dataset.name!);
			row.dataset.isListed = '';
		}
		this.#table.classList.add('with-facts');
	}

	/** Shows that a program is no longer in the directory. */
	#leave(row: HTMLTableRowElement): void {
		row.classList.add('is-gone');
		row.querySelector('.name')!.removeAttribute('href');
		const note = document.createElement('span');
		note.className = 'quiet';
		note.textContent = 'No longer listed';
		row.querySelector('.name')!.after(' ', note);
	}

	#say(text: string): void {
		this.#part('.problem').textContent = text;
	}

	#part(selector: string): HTMLElement {
		return this.querySelector<HTMLElement>(selector)!;
	}
}

function fieldsOf(row: HTMLTableRowElement): [HTMLSelectElement, HTMLTextAreaElement] {
	return [row.querySelector('select')!, row.querySelector('textarea')!];
}

function download(): void {
	const link = document.createElement('a');
	const file = new Blob([savedCsv(savedPrograms(), location.origin)], { type: 'text/csv' });
	link.href = URL.createObjectURL(file);
	link.download = 'saved-programs.csv';
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href));
}

customElements.define('saved-programs', SavedPrograms);
