/** Position of a member within an organisation. */
export const duties = ['leader', 'deputy', 'member'] as const
