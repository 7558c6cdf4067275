import type { PaidOnTime, Review, ReviewFacts } from '../../src/catalog/review.ts';
import { generateAuthors } from './authors.ts';
import { instantSince, timestamp } from './dates.ts';
import type { ProgramListing } from './listings.ts';
import { paragraph, phrase } from './prose.ts';
import type { Random } from './random.ts';
import { weighted, weightedIndex, zipf } from './weighted.ts';

const drawStatus = weighted<Review['status']>([
	[95, ['published']],
	[3, ['pending']],
	[2, ['rejected']],
]);

/**
 * Makes `count` reviews, program by program. Most programs get few reviews or none. The most popular programs get
 * hundreds.
 */
export function* generateReviews(
	listings: readonly ProgramListing[],
	count: number,
	random: Random,
): Generator<Review> {
	const authors = generateAuthors(Math.ceil(count / 4), random);
	const drawAuthor = weightedIndex(zipf(authors.length, 0.8, 10));
	let serial = 0;
	for (const [index, reviews] of reviewCounts(listings, count, random).entries()) {
		const program = listings[index] as ProgramListing;
		// Each program has its own quality. Otherwise all programs with many reviews would have the same average rating.
		const quality = 4.3 + 0.5 * random.normal();
		for (let nth = 0; nth < reviews; nth++) {
			const created = instantSince(program.created, random);
			yield {
				id: reviewId(serial++),
				program: program.slug,
				...(authors[drawAuthor(random)] as (typeof authors)[number]),
				rating: rating(quality, random),
				title: random.chance(0.4) ? '' : phrase(random, random.between(1, 6)),
				body: body(random),
				...facts(random),
				upvotes: Math.floor(0.7 * Math.exp(1.2 * random.normal())),
				status: drawStatus(random),
				created_at: timestamp(created),
				updated_at: timestamp(random.chance(0.9) ? created : instantSince(created, random)),
			};
		}
	}
}

/** Draws the facts that an author states. Most authors state some of them. */
function facts(random: Random): ReviewFacts {
	return {
		months_in_program: random.chance(0.5) ? random.between(1, 60) : null,
		paid_on_time: random.chance(0.5) ? drawPaid(random) : null,
		approval_days: random.chance(0.4) ? random.between(0, 14) : null,
	};
}

const drawPaid = weighted<PaidOnTime>([
	[80, ['yes']],
	[14, ['sometimes']],
	[6, ['no']],
]);

function reviewCounts(listings: readonly ProgramListing[], count: number, random: Random): Uint32Array {
	const counts = new Uint32Array(listings.length);
	// The numbers of reviews follow Zipf's law by popularity. Because 0.001 is added to the rank, even the most popular
	// program gets only about 150 times the average number of reviews.
	const draw = weightedIndex(listings.map(({ rank }) => 1 / (rank + 0.001)));
	for (let drawn = 0; drawn < count; drawn++) {
		const index = draw(random);
		counts[index] = (counts[index] as number) + 1;
	}
	return counts;
}

/**
 * Makes a review ID. Every serial number below 2^32 has a different ID. The IDs are in no visible order, like IDs from
 * other sources.
 */
function reviewId(serial: number): string {
	// Multiplying by an odd factor maps the 32-bit numbers one-to-one.
	return `rev_${(Math.imul(serial, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0')}`;
}

/** Draws a rating from 1 to 5 in steps of 0.5, mostly 4 or more. A few ratings are low even for good programs. */
function rating(quality: number, random: Random): number {
	if (random.chance(0.04)) return random.pick([1, 1, 1.5, 2]);
	const opinion = quality + 0.7 * random.normal();
	return Math.min(5, Math.max(1, Math.round(opinion * 2) / 2));
}

/** Makes a text of log-normal length: about 250 characters on average, at most 6,000. Some texts are empty. */
function body(random: Random): string {
	if (random.chance(0.05)) return '';
	const length = Math.min(6000, Math.floor(160 * Math.exp(random.normal())));
	const paragraphs: string[] = [];
	for (let left = length; left > 0; left -= 600) paragraphs.push(paragraph(random, Math.min(left, 600)));
	return paragraphs.join('\n\n');
}
