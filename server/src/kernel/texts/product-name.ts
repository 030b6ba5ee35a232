import { t } from '@atrium/contract/kernel/texts.ts'

/**
 * A name that the product gave, in the language of the call; `权限申请：列表` and `用户 · 导出` have two parts. What people
 * named themselves is in no catalogue and stays.
 */
export const productName = (name: string): string => {
  const whole = t(name)
  const [, first, sign, second] = /^([^：·]+?)(：| · )([^：·]+)$/.exec(name) ?? []
  if (whole !== name || first === undefined || second === undefined) return whole
  const module = t(first)
  if (module === first) return name
  return sign === '：' ? t('{module}：{operation}', { module, operation: t(second) }) : `${module}${sign}${t(second)}`
}

/**
 * What an edit sends of texts that the product has written and the sender saw in their language: a text that is unchanged
 * stays its source.
 */
export const keepSources = <Write extends object>(
  stored: Readonly<Partial<Record<keyof Write, unknown>>>,
  write: Write,
  fields: readonly (keyof Write & string)[],
): Write => {
  const isUnchanged = (field: keyof Write) => {
    const source = stored[field]
    return typeof source === 'string' && write[field] === productName(source)
  }
  const kept = fields.filter(isUnchanged).map((field) => [field, stored[field]] as const)
  return { ...write, ...Object.fromEntries(kept) }
}
