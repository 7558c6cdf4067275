/** Shows the button “Publish”, a release that the guard has held, and past publications. */
import type { Hold } from '../../release/journal.ts';
import { number } from '../../website/format/numbers.ts';
import { CHANGES_PAGE } from './addresses.ts';
import { type Html, html, timeOf } from './html.ts';
import type { Pending } from './pending.ts';
import type { ListedPublication } from './publications.ts';

export function publishSection({ differences, latest }: Pending, hold: Hold | undefined): Html {
	const isOnline = differences?.length === 0;
	return html`<section id="publish"><h2>Publish</h2>
${hold !== undefined && heldNote(hold)}
<p>${isOnline ? 'Everything is online. You can publish again, for example after you have changed a logo.' : 'Visitors see your changes when you publish them.'}</p>
<form method="post" action="${CHANGES_PAGE}publish"><button class="button" type="submit" name="latest" value="${latest}">Publish</button></form></section>`;
}

function heldNote({ release, held_at, reasons }: Hold): Html {
	return html`<div class="problems"><p>A release was built, but not published (${timeOf(held_at)}):</p><ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
<form class="fields" method="post" action="${CHANGES_PAGE}publish-held">
<div class="field"><label for="held-because">Why it is right <span class="quiet">(for the log)</span></label><input id="held-because" type="text" name="because" required maxlength="1000"></div>
<button class="button plain" type="submit" name="release" value="${release}">Publish anyway</button></form></div>`;
}

const WORDS: { readonly [K in ListedPublication['kind']]: string } = {
	build: 'Published',
	publish: 'Published',
	rollback: 'Went back to this',
	hand: 'Changed by hand',
};

export function publicationsSection(publications: readonly ListedPublication[]): Html {
	const current = publications[0]!.release;
	const isFirst = publications.every(({ release, programs }) => release === current || programs === undefined);
	return html`<section><h2>Past publications</h2><table class="rows stacked"><thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Programs</th><th scope="col">Release</th><th scope="col"></th></tr></thead><tbody>
${publications.map(
	({
		published_at,
		kind,
		programs,
		release,
		isCurrent,
	}) => html`<tr><th scope="row">${timeOf(published_at)}</th><td>${WORDS[kind]}</td>
<td data-label="Programs">${programs === undefined ? 'no longer kept' : number(programs)}</td><td><code>${release}</code></td>
<td>${isCurrent ? onlineNow(isFirst) : programs !== undefined && release !== current && backButton(release)}</td></tr>`,
)}</tbody></table></section>`;
}

/** Marks the publication that is online. It can be undone if an earlier release is kept. */
function onlineNow(isFirst: boolean): Html {
	if (isFirst) return html`Online now`;
	return html`<form method="post" action="${CHANGES_PAGE}go-back">Online now <button class="as-link" type="submit">Undo</button></form>`;
}

function backButton(release: string): Html {
	return html`<form method="post" action="${CHANGES_PAGE}go-back"><button class="as-link" type="submit" name="release" value="${release}">Go back to this</button></form>`;
}
