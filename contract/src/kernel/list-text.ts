import { currentLanguage, sourceLanguage, t } from './texts.ts'

const formats = new Map<string, Intl.ListFormat>()
/** Without an "and": most lists stand in cells and after colons. */
const formatOf = (language: string) => {
  const known = formats.get(language)
  if (known) return known
  const format = new Intl.ListFormat(language, { type: 'unit', style: 'long' })
  formats.set(language, format)
  return format
}

/** Names in a row, in the current language: `张三、李四`, or `Ann, Bob`. */
export const listText = (names: readonly string[]): string => {
  const language = currentLanguage()
  return language === sourceLanguage ? names.join('、') : formatOf(language).format(names)
}

type Part = string | false | null | undefined

/** Clauses of one sentence, without empty ones: `新增 3 条，跳过 1 条`. */
export const clausesText = (clauses: readonly Part[]): string => clauses.filter(Boolean).join(t('，'))

/** Statements that stand apart, without empty ones: `可选 A、B；最多 20 个字符`. */
export const statementsText = (statements: readonly Part[]): string => statements.filter(Boolean).join(t('；'))

/** A field and what it holds: `状态：启用`. */
export const labelledText = (label: string, text: string | number): string => t('{label}：{text}', { label, text })

/** A name with what tells it from others: `张三（zhangsan）`. */
export const notedText = (name: string, note: string | number): string => t('{name}（{note}）', { name, note })
