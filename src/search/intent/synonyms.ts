/** Groups of phrases with the same meaning. */
import { packStrings, type Sections, unpackStrings } from '../sections.ts';

/** Makes the section that `readSynonyms` reads. */
export function packSynonyms(groups: readonly (readonly string[])[]): Sections {
	return { synonyms: packStrings(groups.map((group) => group.join(','))) };
}

export function readSynonyms({ synonyms }: Sections): string[][] {
	return unpackStrings(synonyms!, synonyms!.length).map((group) => group.split(','));
}
