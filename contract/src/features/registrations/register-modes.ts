/** Apart from the contract, which the sign-in page, that must know the mode, needs nothing else of. */
export const registerModes = ['closed', 'invite', 'apply', 'open'] as const
