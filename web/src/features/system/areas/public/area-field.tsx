import { areasContract } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { call } from '../../../../kernel/api/call.ts'
import { type FieldProps, SearchSelectField } from '../../../../kernel/forms/fields.tsx'
import { t } from '../../../../ui/texts.ts'
import type { Find } from '../../../../ui/use-found-options.ts'

const { list, path } = areasContract

/**
 * Finds areas by name, pinyin or initials. Without a text it offers the next level: provinces first, then what is below
 * the chosen area, which is labelled with its path even if it has ended.
 */
const findAreas: Find = async (keyword, chosen, signal) => {
  const options = { signal, toasts: false }
  const query = keyword === '' ? { parent: chosen ?? '' } : { search: keyword }
  const [found, own] = await Promise.all([
    call(list, { query }, options),
    chosen && call(path, { params: { code: chosen } }, options).catch(() => undefined),
  ])
  return [
    ...(own && !found.some(({ code }) => code === own.code) ? [{ value: own.code, label: own.names.join(' / ') }] : []),
    ...found.map(({ code, fullName }) => ({ value: code, label: fullName })),
  ]
}

/** Form field for an area, from the province down to the town: each choice offers what is below it. */
export const AreaField = <V,>(field: FieldProps<V>) => (
  <SearchSelectField<V> find={findAreas} placeholder={t('逐级选择，或输入名称、拼音')} {...field} />
)
