import type { Release } from './release/release.ts';

declare global {
	namespace App {
		interface Locals {
			/** The release that is current at this moment. Only our own server gives it, for pages rendered on request. */
			readonly release?: Release;
		}
	}
}
