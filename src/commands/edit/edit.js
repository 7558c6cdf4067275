/** The notice that `npm run edit` adds to each page: shows problems, and reloads the page after a change. */
class EditNotice extends HTMLElement {
	#events;
	#shown = '[]';

	connectedCallback() {
		// A browser opens at most six connections to a server, so hidden pages close theirs.
		const follow = () => {
			if (document.hidden) {
				this.#events?.close();
				this.#events = undefined;
				return;
			}
			this.#events ??= new EventSource('/_edit/events');
			this.#events.onmessage = ({ data }) => this.#update(JSON.parse(data));
		};
		document.addEventListener('visibilitychange', follow);
		follow();
	}

	#update({ release, problems }) {
		if (release !== this.dataset.release) location.reload();
		// Leave the same problems alone, because a screen reader reads them again each time they are replaced.
		else if (JSON.stringify(problems) !== this.#shown) this.#show(problems);
	}

	#show(problems) {
		this.#shown = JSON.stringify(problems);
		this.hidden = problems.length === 0;
		const list = element('ul', ...problems.map((problem) => element('li', problem)));
		this.firstElementChild.replaceChildren(
			...(this.hidden ? [] : [element('h2', 'Not published. Correct these problems and save again:'), list]),
		);
	}
}

function element(name, ...children) {
	const made = document.createElement(name);
	made.append(...children);
	return made;
}

customElements.define('edit-notice', EditNotice);
