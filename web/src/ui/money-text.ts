/** @public An amount of money for reading, with its digits in threes: `1,280.50`. */
export const moneyText = (amount: string): string => amount.replace(/\B(?=(?:\d{3})+(?:\.|$))/g, ',')
