const slot = /\{([^{}]*)\}/g

/** The words in braces, each once, in the order in which they first occur. */
export const slotsIn = (text: string): string[] => [...new Set([...text.matchAll(slot)].map(([, name = '']) => name))]

/** The text with its words in braces replaced; a word without a value becomes nothing. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(slot, (_, name: string) => values[name] ?? '')
