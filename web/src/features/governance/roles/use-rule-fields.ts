import {
  customOfRules,
  type RuleResource,
  ruleKindOf,
  ruleResources,
} from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import { useRestrictions } from '../../../kernel/access/use-restrictions.ts'
import { t } from '../../../ui/texts.ts'
import { useCustomFields } from '../../system/custom-fields/public/use-custom-fields.ts'
import type { RuleFields } from './rule-words.ts'

/** What rules about a resource may compare: its own fields, and custom ones that the user sees as a whole. */
export const useRuleFields = (resource: RuleResource): RuleFields => {
  const entity = customOfRules[resource]
  const restrictions = useRestrictions()
  const custom = useCustomFields(entity).filter(({ key }) => !isHiddenOrMasked(restrictions[`custom.${entity}.${key}`]))
  const own = Object.entries(ruleResources[resource].fields)
  return Object.fromEntries([
    ...own.map(([field, { label, kind }]) => [field, { label: t(label), kind }]),
    ...custom.map(({ key, name, kind }) => [`custom.${key}`, { label: name, kind: ruleKindOf(kind) }]),
  ])
}
