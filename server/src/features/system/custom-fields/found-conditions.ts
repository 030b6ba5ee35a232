import { customFieldsErrors } from '@atrium/contract/features/system/custom-fields/custom-fields.errors.ts'
import type { CustomCondition } from '@atrium/contract/kernel/custom-fields.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { isHiddenOrMasked, type Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { customOrderWord, type FoundCondition } from '../../../kernel/db/custom-columns.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { CustomField } from './definitions.repository.ts'
import { effectOn } from './shown-values.ts'

const isNumeric = ({ kind }: Pick<CustomField, 'kind'>): boolean => kind === 'number' || kind === 'money'

const refused = (field: string, msg: string) =>
  new AppError({ code: kernelErrors.invalid.code, msg }, { errors: [{ field, msg }] })

/**
 * Looks up what a list is filtered and sorted by: in the rows of a company, or of all. A field that the caller sees in part or not at all could be found out
 * by trying values: it is as unknown as one that is not searchable.
 * @throws `invalid` at the filter or the order
 */
export const findConditions = (
  fields: readonly CustomField[],
  { restricted, companyId }: { restricted: Restrictions | undefined; companyId: string | undefined },
) => {
  const byKey = new Map(
    fields.flatMap((field) =>
      field.searchable && !isHiddenOrMasked(effectOn(restricted, field)) ? [[field.key, field] as const] : [],
    ),
  )
  const toFound = (condition: CustomCondition): FoundCondition => {
    const field = byKey.get(condition.key)
    if (!field) throw refused('f.custom', t('不支持按“{field}”筛选', { field: condition.key }))
    const isNumber = isNumeric(field)
    if (isNumber && !Number.isFinite(Number(condition.value))) throw refused('f.custom', t('请输入数字'))
    return { ...condition, fieldId: field.id, isNumber, companyId }
  }
  return {
    /** Undefined: none. */
    filter: (asked: readonly CustomCondition[] | undefined): readonly FoundCondition[] | undefined =>
      asked === undefined || asked.length === 0 ? undefined : asked.map(toFound),
    sort: (sort: string): string =>
      sort
        .split(',')
        .map((word) => {
          const name = word.replace(/^-/, '')
          if (!name.startsWith('custom.')) return word
          const field = byKey.get(name.slice('custom.'.length))
          if (!field) throw refused('sort', customFieldsErrors.unknownField.msg)
          return word.replace(name, customOrderWord({ fieldId: field.id, isNumber: isNumeric(field), companyId }))
        })
        .join(','),
  }
}
