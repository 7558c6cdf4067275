import { fold, words } from '../text.ts';
import { isEmptyWord } from './empty-words.ts';
import { stemOf } from './stem.ts';

/** A subject that a text mentions. */
export interface Subject {
	readonly name: string;
	/** Whether it is one of the known topics. If not, it is only a word. */
	readonly isTopic: boolean;
	/** A phrase that can mean several topics counts as a share of each. */
	readonly share: number;
}

/** The ends of domains, such as `.com`, and the ends of words such as `we're`. */
const ENDS = /(?<=[\p{L}\p{N}])(?:\.\p{L}{2,4}|['’]\p{L}{1,2})(?![\p{L}\p{N}])/gu;
const NUMBER = /^\p{N}+$/u;
const LONGEST_PHRASE = 4;

/** The phrases that are known as topics, in all spellings: `help desks` and `helpdesk`. */
export class Topics {
	/** The topics of each phrase, by the stems of its words without spaces, or by its only word. */
	readonly #topics = new Map<string, string[]>();
	/** The number of words of the longest phrase that starts with each stem. */
	readonly #longest = new Map<string, number>();
	/** The stems of all words that were read. */
	readonly #stems = new Map<string, string>();

	/** @param topic what the phrase means. By default, the phrase itself */
	add(phrase: string, topic?: string): void {
		const list = words(fold(phrase));
		// A phrase of empty words can be a topic, such as `website builder`.
		if (list.length === 0 || (list.length === 1 && isEmptyWord(list[0]!)) || list.every((word) => NUMBER.test(word)))
			return;
		const stems = list.map((word) => this.#stemOf(word));
		this.#longest.set(stems[0]!, Math.max(list.length, this.#longest.get(stems[0]!) ?? 0));
		const joined = singular(list.join(''));
		for (const key of list.length === 1 ? [joined] : new Set([stems.join(''), joined])) {
			const known = this.#topics.get(key);
			if (known === undefined) this.#topics.set(key, [topic ?? stems.join(' ')]);
			else if (topic !== undefined && !known.includes(topic)) known.push(topic);
		}
	}

	/** Returns the topics of a text, and its words except empty ones and numbers. */
	read(text: string): Subject[] {
		const list = words(fold(text).replace(ENDS, ''));
		const stems = list.map((word) => this.#stemOf(word));
		const found: Subject[] = [];
		const add = (topics: readonly string[]) => {
			for (const name of topics) found.push({ name, isTopic: true, share: 1 / topics.length });
		};
		let end = 0;
		list.forEach((word, place) => {
			if (place >= end) {
				end = place + this.#lengthAt(stems, place);
				if (end > place + 1) add(this.#topics.get(stems.slice(place, end).join(''))!);
			}
			if (isEmptyWord(word) || NUMBER.test(word)) return;
			const topics = this.#topics.get(singular(word));
			if (topics !== undefined) add(topics);
			else found.push({ name: stems[place]!, isTopic: false, share: 1 });
		});
		return found;
	}

	/** The number of words of the longest phrase at a place. 1 if no phrase starts there. */
	#lengthAt(stems: readonly string[], place: number): number {
		const longest = Math.min(this.#longest.get(stems[place]!) ?? 1, LONGEST_PHRASE, stems.length - place);
		for (let length = longest; length > 1; length--) {
			if (this.#topics.has(stems.slice(place, place + length).join(''))) return length;
		}
		return 1;
	}

	#stemOf(word: string): string {
		const known = this.#stems.get(word);
		if (known !== undefined) return known;
		const stem = stemOf(word);
		this.#stems.set(word, stem);
		return stem;
	}
}

/** Topics of one word are found by this instead of by the stem, because `personal` does not mean `person`. */
function singular(word: string): string {
	return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}
