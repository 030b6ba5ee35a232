/** The text in the language of the one who runs this. */
export const words: (zh: string, en: string) => string
