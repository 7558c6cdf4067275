/** What reviewers give the programs of an organization on average, each review counting the same. */
export function organizationRating(
	programs: readonly { readonly rating_average: number | null; readonly review_count: number }[],
): { readonly rating_average: number | null; readonly review_count: number } {
	const review_count = programs.reduce((sum, program) => sum + program.review_count, 0);
	const sum = programs.reduce((sum, program) => sum + (program.rating_average ?? 0) * program.review_count, 0);
	return { rating_average: review_count === 0 ? null : sum / review_count, review_count };
}
