/** Unknown, male, female. */
export const sexes = [0, 1, 2] as const
