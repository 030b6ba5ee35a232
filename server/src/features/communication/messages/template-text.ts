const slot = /\{([^{}]*)\}/g

/** Variables in braces, each once, in order of first occurrence. */
export const listVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(slot)].map(([, name = '']) => name)),
]

/** The text with its variables replaced; those without a value become empty. */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(slot, (_, name: string) => values[name] ?? '')
