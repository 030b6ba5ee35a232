/** Fired by what makes a message due: its transaction, and a failed attempt for the next one. */
export const deliveryTrigger = { name: 'messages.deliver' } as const
