/** The page of a link below the console's base path; the token follows it. */
export const sharePath = '/share'
