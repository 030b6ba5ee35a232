/** Kept out of the contract module so that the sign-in page does not load it. */
export const registerModes = ['closed', 'invite', 'apply', 'open'] as const
