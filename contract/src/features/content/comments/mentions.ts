const mention = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/gi

/** Ids of the people that a text mentions, each once. */
export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(mention)].map(([, id = '']) => id.toLowerCase())),
]

/** A mention in the text of a comment. */
export const toMention = (id: string): string => `@{${id}}`

/** A text as parts: plain ones, and ids of people. */
export const splitMentions = (text: string): readonly (string | { id: string })[] =>
  text.split(mention).map((part, at) => (at % 2 === 1 ? { id: part.toLowerCase() } : part))
