import { isChinese, pageLanguage, t } from './texts.ts'

// Without an "and": most lists stand in cells and after colons.
const inWords = new Intl.ListFormat(pageLanguage, { type: 'unit', style: 'long' })

/** Names in a row: `张三、李四`, or `Ann, Bob`. */
export const listText = (names: readonly string[]): string => (isChinese ? names.join('、') : inWords.format(names))

type Part = string | false | null | undefined

/** Clauses of one sentence, without empty ones: `新增 3 条，跳过 1 条`. */
export const clausesText = (clauses: readonly Part[]): string => clauses.filter(Boolean).join(t('，'))

/** Statements that stand apart, without empty ones: `可选 A、B；最多 20 个字符`. */
export const statementsText = (statements: readonly Part[]): string => statements.filter(Boolean).join(t('；'))
