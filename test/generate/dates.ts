/**
 * The times of events in a generated directory. They span eight years and end at a fixed date, no matter when the
 * directory is generated.
 */
import { toTimestamp } from '../../src/shared/to-timestamp.ts';
import type { Random } from './random.ts';

/** The first instant. An instant is a whole number of seconds since the start of 1970, UTC. */
const START = Date.UTC(2018, 0, 1) / 1000;
export const END = Date.UTC(2026, 0, 1) / 1000;
const DAY = 86_400;

/** Draws the instant at which an entry was added. Later instants are more likely. */
export function growthInstant(random: Random): number {
	// The square root makes the number of additions per day grow linearly over time.
	const instant = START + Math.floor((END - START) * Math.sqrt(random.fraction()));
	// Editors also add entries in batches. All entries in a batch have the same date.
	return random.chance(0.2) ? startOfMonth(instant) : instant;
}

function startOfMonth(instant: number): number {
	const date = new Date(instant * 1000);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
}

/** Draws an instant between `since` and `END`. Some instants are at the start of a day. */
export function instantSince(since: number, random: Random): number {
	const instant = random.between(since, END);
	return random.chance(0.1) ? Math.max(since, instant - (instant % DAY)) : instant;
}

export function timestamp(instant: number): string {
	return toTimestamp(new Date(instant * 1000));
}
