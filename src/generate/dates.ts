/** When things happen in a generated directory: over eight years up to a fixed end, whatever the day it is made. */
import { toTimestamp } from '../catalog/fields.ts';
import type { Random } from './random.ts';

/** Instants are whole seconds since 1970, UTC. */
const START = Date.UTC(2018, 0, 1) / 1000;
export const END = Date.UTC(2026, 0, 1) / 1000;
const DAY = 86_400;

/** An instant when the directory grew: the later, the more of them. */
export function growthInstant(random: Random): number {
	// The root makes additions per day grow in a straight line.
	const instant = START + Math.floor((END - START) * Math.sqrt(random.fraction()));
	// Editors add in batches too, dated to the day: some things share their date.
	return random.chance(0.2) ? startOfMonth(instant) : instant;
}

function startOfMonth(instant: number): number {
	const date = new Date(instant * 1000);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
}

/** An instant from `since` to the end; some of them at the start of a day. */
export function instantSince(since: number, random: Random): number {
	const instant = random.between(since, END);
	return random.chance(0.1) ? Math.max(since, instant - (instant % DAY)) : instant;
}

/** The timestamp of an instant. */
export function timestamp(instant: number): string {
	return toTimestamp(new Date(instant * 1000));
}
