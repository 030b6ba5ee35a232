/** So many reviews of a company go on at once at most. */
export const maxOpenReviews = 10
/** One review asks about so many roles of people at most: it begins and ends while somebody waits. */
export const maxReviewed = 50_000
