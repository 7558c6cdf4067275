import type { Obstacle } from '../../catalog/pay.ts';

/** Says in one sentence why there is no estimate of what a program pays. */
export const OBSTACLE_WORDS: { readonly [O in Obstacle]: string } = {
	'no figure': 'No estimate is possible without a clear figure.',
	contradiction: 'No estimate is possible, because the source states different figures.',
	expired: 'No estimate is possible, because the offer has ended.',
	until: 'No estimate is possible, because the offer is for a limited time.',
	credit: 'No estimate is possible, because it pays in credit or gifts.',
	event: 'No estimate is possible, because estimates do not cover what it pays for.',
	share: 'No estimate is possible, because the percentage is not of one payment by a customer.',
	cap: 'No estimate is possible, because it is not stated for what time the maximum holds.',
	duration: 'No estimate is possible, because it is not stated how long the commission is paid.',
	start: 'No estimate is possible, because it is not clear when each commission applies.',
	relation: 'No estimate is possible, because it is not stated how its offers belong together.',
	currency: 'No estimate is possible, because its amounts are in different currencies.',
};
