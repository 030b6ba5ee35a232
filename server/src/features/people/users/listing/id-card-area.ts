import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Actor, RequestScope } from '../../../../kernel/scope.ts'
import type { Secrets } from '../../../../kernel/secrets.ts'
import { findAreaPath } from '../../../system/areas/index.ts'

/** Digits of an ID card number that name the county of issue, as it was then. */
const areaDigits = 6

/**
 * The area that issued a user's ID card, with what it is today if it has ended; undefined without a number or a known
 * area, and for callers from which the field is withheld.
 */
export const readIdCardArea = async (
  { db, actor }: Pick<RequestScope<Actor>, 'db' | 'actor'>,
  secrets: Secrets,
  { idCard }: { idCard: string | null },
): Promise<string | undefined> => {
  if (idCard === null || isHiddenOrMasked(actor.restricted?.['users.idCard'])) return undefined
  const found = await findAreaPath(db, secrets.unseal(idCard).slice(0, areaDigits))
  if (!found) return undefined
  const { names, todayNames, until } = found
  return `${names.join(' / ')}${until === null ? '' : t('（现为 {todayNames}）', { todayNames: todayNames.join(' / ') })}`
}
