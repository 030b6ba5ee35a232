import { t } from '@atrium/contract/kernel/texts.ts'
import { ownText, spokenLanguage } from './every-language.ts'

/**
 * A name that the product gave, in the language of the call; `权限申请：列表` and `用户 · 导出` have two parts. What people
 * named themselves is in no catalogue and stays, unless their company has translated it.
 */
export const productName = (name: string): string => {
  const own = ownText(name)
  if (own !== undefined) return own
  const whole = t(name)
  const [, first, sign, second] = /^([^：·]+?)(：| · )([^：·]+)$/.exec(name) ?? []
  if (whole !== name || first === undefined || second === undefined) return whole
  const module = t(first)
  if (module === first) return name
  return sign === '：' ? t('{module}：{operation}', { module, operation: t(second) }) : `${module}${sign}${t(second)}`
}

/**
 * A name that people gave, in the language of the call: as their company or the platform has translated it online. The
 * product's catalogue says nothing of it, though it may have the same word.
 */
export const givenName = (name: string): string => ownText(name) ?? spokenLanguage()?.online.get(name) ?? name

/**
 * What an edit sends of texts that the sender saw in their language: a text that is unchanged stays its source.
 * @param isOfProduct - whether the product has written them
 */
export const keepSources = <Write extends object>(
  stored: Readonly<Partial<Record<keyof Write, unknown>>>,
  write: Write,
  fields: readonly (keyof Write & string)[],
  isOfProduct: boolean,
): Write => {
  const translate = isOfProduct ? productName : givenName
  const isUnchanged = (field: keyof Write) => {
    const source = stored[field]
    return typeof source === 'string' && write[field] === translate(source)
  }
  const kept = fields.filter(isUnchanged).map((field) => [field, stored[field]] as const)
  return { ...write, ...Object.fromEntries(kept) }
}
