import { currentLanguage, sourceLanguage, t } from './texts.ts'

/** A number of whole ten thousands as people write it: `100 万` in Chinese, `1,000,000` in other languages. */
export const roundNumberText = (value: number): string => {
  const language = currentLanguage()
  if (language === sourceLanguage) return t('{tenThousands} 万', { tenThousands: value / 10_000 })
  return value.toLocaleString(language)
}
