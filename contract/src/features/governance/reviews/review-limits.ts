/** Maximum open reviews per company. */
export const maxOpenReviews = 10
/** Maximum role assignments per review: a request waits while it starts and while it closes. */
export const maxReviewed = 50_000
