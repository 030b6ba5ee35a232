/** Position of a member within an organisation. */
export const duties = ['leader', 'deputy', 'member'] as const
/** Unknown, male, female. */
export const sexes = [0, 1, 2] as const
