/** What a language calls itself, by its BCP 47 tag: `English`, `中文（中国）`. */
export const nameLanguage = (tag: string): string => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
