/** So many reviews of a company go on at once at most. */
export const maxOpenReviews = 10
