/** Says which different figures a source states for the same commission. */
import type { StatedIn } from '../../catalog/offer.ts';
import { excerpt } from '../../shared/text.ts';
import { inWords } from './numbers.ts';
import { offerFigures, offerWords, type PaidProgram } from './pay-words.ts';

type Contradictory = Pick<PaidProgram, 'offers' | 'currency' | 'source_name'>;

const LONGEST_NAME = 40;
const list = new Intl.ListFormat('en');

/** `OpenAffiliate says 3% and $1`. */
export function contradictionWords(program: Contradictory): string {
	return `${sourceOf(program)} says ${differentFigures(program)}`;
}

/** `OpenAffiliate states different commissions for Acme: 3% and $1.` */
export function contradictionSentence(name: string, program: Contradictory): string {
	return `${sourceOf(program)} states different commissions for ${name}: ${differentFigures(program)}.`;
}

function sourceOf({ source_name: source }: Contradictory): string {
	return source === null ? 'Its source' : excerpt(source, LONGEST_NAME);
}

function differentFigures(program: Contradictory): string {
	const figures = statements(program).map((offer) => offerFigures(offer, program.currency).map(inWords).join(' '));
	return list.format(new Set(figures));
}

/** The words for the part of its source that states a commission. */
const STATED_IN_WORDS: { readonly [P in StatedIn]: string } = {
	rate: 'commission',
	duration: 'duration',
	conditions: 'conditions',
	description: 'description',
};

/** Returns the contradictory statements of a program's commission, with their places and words in the source. */
export function contradictoryStatements(program: Contradictory) {
	return statements(program).map((offer) => {
		const { pays, condition } = offerWords(offer, program.currency);
		return { pays, where: STATED_IN_WORDS[offer.stated_in!], words: condition };
	});
}

function statements({ offers }: Contradictory) {
	return offers.filter(({ stated_in }) => stated_in !== null);
}
