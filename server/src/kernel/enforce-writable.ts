import { type FieldEffect, restrictionErrors } from '@atrium/contract/kernel/restrictions.ts'
import type { Mask } from './restrictions.ts'
import { type Actor, refusalAt } from './scope.ts'

type Fields = { labels: Readonly<Record<string, string>>; masks: Readonly<Record<string, Mask>> }
/** Left as he sees it. What is not told must not be guessed by this either. */
const isLeft = (sent: unknown, was: string, effect: FieldEffect, mask: Mask) => {
  if (effect === 'readonly') return sent === was
  return sent === '' || (effect === 'mask' && sent === mask(was))
}

/**
 * A write by somebody who may not change some fields: what he leaves as he sees it stays as it was. In: the fields of the
 * resource, the row as it was, and what stands for "as it was" in a write. Throws `fieldReadOnly` at a field he wrote
 * something else into.
 */
export const writable = <Write extends object>(
  { restricted }: Pick<Actor, 'restricted'>,
  resource: string,
  { labels, masks }: Fields,
  { before, left }: { before: Readonly<Record<string, string>>; left: Partial<Write> },
  write: Write,
): Write => {
  if (!restricted) return write
  const kept: Record<string, unknown> = {}
  for (const [name, mask] of Object.entries(masks)) {
    const effect = restricted[`${resource}.${name}`]
    if (!effect) continue
    const sent = (write as Readonly<Record<string, unknown>>)[name]
    const msg = `您没有修改${labels[name]}的权限`
    if (sent !== undefined && !isLeft(sent, before[name] ?? '', effect, mask))
      throw refusalAt({ ...restrictionErrors.fieldReadOnly, msg }, name)
    kept[name] = left[name as keyof Write]
  }
  return { ...write, ...kept }
}
