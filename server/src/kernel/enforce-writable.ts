import { type FieldEffect, restrictionErrors } from '@atrium/contract/kernel/restrictions.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Mask } from './restrictions.ts'
import { type Actor, refusalAt } from './scope.ts'

type Fields = { labels: Readonly<Record<string, string>>; masks: Readonly<Record<string, Mask>> }
/**
 * Whether the sent value is what the user was shown. A hidden or masked value must not be guessable through this check.
 */
const isUnchanged = (sent: unknown, was: string, effect: FieldEffect, mask: Mask) => {
  if (effect === 'readonly') return sent === was
  return sent === '' || (effect === 'mask' && sent === mask(was))
}

/**
 * Enforces field restrictions on a write: a restricted field keeps its value. Takes the fields of the resource, the row
 * before the write, and the values that stand for "unchanged" in a write.
 * @throws `fieldReadOnly` at a restricted field sent with another value
 */
export const enforceWritable = <Write extends object>(
  { restricted }: Pick<Actor, 'restricted'>,
  resource: string,
  { labels, masks }: Fields,
  { before, unchanged }: { before: Readonly<Record<string, string>>; unchanged: Partial<Write> },
  write: Write,
): Write => {
  if (!restricted) return write
  const restored: Record<string, unknown> = {}
  for (const [name, mask] of Object.entries(masks)) {
    const effect = restricted[`${resource}.${name}`]
    if (!effect) continue
    const sent = (write as Readonly<Record<string, unknown>>)[name]
    const msg = t('您无权修改{name}', { name: labels[name] })
    if (sent !== undefined && !isUnchanged(sent, before[name] ?? '', effect, mask))
      throw refusalAt({ ...restrictionErrors.fieldReadOnly, msg }, name)
    restored[name] = unchanged[name as keyof Write]
  }
  return { ...write, ...restored }
}
