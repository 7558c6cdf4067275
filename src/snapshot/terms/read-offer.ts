import type { Offer } from '../../catalog/offer.ts';

/** An offer as words state it. */
export interface ReadOffer extends Omit<Offer, 'condition' | 'reward'> {
	/** The words that nothing else explains. Empty if there are none. */
	readonly condition: string;
	readonly reward: 'cash' | 'credit';
}

/** An offer with what its words leave open. */
export interface Statement {
	readonly offer: ReadOffer;
	/** The words of the sentence. */
	readonly words: string;
	/** How special the condition is: 0 none, 1 ordinary, 2 a plan or a time, 3 only for some partners. */
	readonly rank: number;
	/** Whether the condition names things that are sold, and no plan, term, customer or place. */
	readonly isForGoods: boolean;
	readonly hasSpan: boolean;
	/** Whether the words say that it is paid once. */
	readonly isOnce: boolean;
	/** Whether no words follow the figure. */
	readonly isBare: boolean;
}
