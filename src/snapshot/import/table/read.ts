/** What a cell says, or the rule that it breaks. */
export type Read =
	| {
			readonly value: unknown;
			/** The currency that an amount names. */
			readonly currency?: string;
			/** How the value was read, if it was not simply copied, such as `30 Tage as days`. */
			readonly how?: string;
	  }
	| { readonly rule: string; readonly fix: string };
