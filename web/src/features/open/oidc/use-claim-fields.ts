import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import { useRestrictions } from '../../../kernel/access/use-restrictions.ts'
import { useCustomFields } from '../../system/custom-fields/public/use-custom-fields.ts'

/** Names of the custom fields of users that may fill a claim, as it names them. */
export const useClaimFields = (): Readonly<Record<string, string>> => {
  const restrictions = useRestrictions()
  const seen = useCustomFields('user').filter(({ key }) => !isHiddenOrMasked(restrictions[`custom.user.${key}`]))
  return Object.fromEntries(seen.map(({ key, name }) => [`custom.${key}`, name]))
}
