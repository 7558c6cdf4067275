/** The script of `npm run edit` on each page: shows problems, and reloads the page after a change. */
class EditNotice extends HTMLElement {
	#events;
	#shown;

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

	#update({ release, problems, hints }) {
		// A page with a form stays, because reloading it would lose what the user has typed.
		if (release !== this.dataset.release && !('stays' in this.dataset)) location.reload();
		// Leave the same notes alone, because a screen reader reads them again each time they are replaced.
		const notes = JSON.stringify([problems, hints]);
		if (notes === this.#shown) return;
		this.#shown = notes;
		this.hidden = problems.length + hints.length === 0;
		this.firstElementChild.replaceChildren(
			...note('These pages do not show your last change. Correct these problems and save again:', problems, 'failed'),
			...note('Not imported:', hints, ''),
		);
	}
}

function note(text, lines, className) {
	if (lines.length === 0) return [];
	const heading = element('h2', text);
	heading.className = className;
	return [heading, element('ul', ...lines.map((line) => element('li', line)))];
}

function element(name, ...children) {
	const made = document.createElement(name);
	made.append(...children);
	return made;
}

/** Sends files that are dropped on the page to the import. */
function sendFiles(files) {
	const form = element('form');
	Object.assign(form, { method: 'post', action: '/_edit/import/', enctype: 'multipart/form-data', hidden: true });
	const input = element('input');
	Object.assign(input, { type: 'file', name: 'file', multiple: true, files });
	form.append(input);
	document.body.append(form);
	form.submit();
}

const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes('Files');
document.addEventListener('dragover', (event) => {
	if (hasFiles(event)) event.preventDefault();
});
document.addEventListener('drop', (event) => {
	// A file that is dropped on a field for files belongs to that field.
	if (!hasFiles(event) || event.target.type === 'file') return;
	event.preventDefault();
	sendFiles(event.dataTransfer.files);
});

customElements.define('edit-notice', EditNotice);
