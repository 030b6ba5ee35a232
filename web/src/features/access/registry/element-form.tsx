import {
  type ElementRow,
  elementsContract,
  type elementWrite,
} from '@atrium/contract/features/access/registry/elements.contract.ts'
import { restrictionText } from '@atrium/contract/features/access/registry/restrictable.ts'
import type * as z from 'zod/mini'
import { NumberField, SearchSelectField, SelectField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { usePageSearch } from '../../../kernel/page/page-context.ts'
import { t } from '../../../ui/texts.ts'
import { NameTranslations } from '../../system/translations/public/name-translations.tsx'
import { affectedReads } from './affected-reads.ts'
import { findModules } from './find-modules.ts'
import { elementLabels, elementName, fixedByCode, kindNames, riskNames, toOptions } from './registry-words.ts'
import { RestrictionField } from './restriction-field.tsx'
import { useModules } from './use-modules.ts'
import { useRestrictionImpact } from './use-restriction-impact.tsx'

type Values = z.input<typeof elementWrite>

const findModule = findModules('id')

const useFieldTexts = () => {
  const modules = useModules()
  return {
    moduleId: (moduleId: string) => modules.find(({ id }) => id === moduleId)?.name ?? '',
    kind: (kind: ElementRow['kind']) => kindNames[kind],
    risk: (risk: ElementRow['risk']) => riskNames[risk],
    field: (field: ElementRow['field']) => (field ? restrictionText(field) : t('无')),
  }
}

/** Adds an element, or edits one. */
export const ElementForm = ({ row, ...rest }: ListFormProps<ElementRow>) => {
  const modules = useModules()
  const show = useFieldTexts()
  const impact = useRestrictionImpact()
  const [search] = usePageSearch()
  // Preselects the module the list is filtered by, if any.
  const filteredModule = modules.find(({ code }) => code === search.get('f.module'))
  const declared = row?.origin === 'code'
  return (
    <CrudForm
      contract={elementsContract}
      noun={t('权限点')}
      name={row && elementName(row)}
      labels={elementLabels}
      initial={{
        moduleId: filteredModule?.id as string,
        operation: '',
        name: '',
        kind: 'button',
        field: null,
        risk: 'low',
        sort: 1000,
        desc: '',
      }}
      formatters={show}
      invalidates={affectedReads}
      impact={impact}
      row={row}
      {...rest}
    >
      <SearchSelectField<Values> name="moduleId" find={findModule} help={row && t('仅影响显示位置，编码不变')} />
      {!row && (
        <TextField<Values>
          name="operation"
          maxLength={64}
          placeholder={t('例如 ship')}
          help={t('权限点编码是“模块编码:操作编码”，保存后不能修改')}
        />
      )}
      <TextField<Values> name="name" maxLength={50} help={<NameTranslations name={row?.name} />} />
      <SelectField<Values>
        name="kind"
        options={toOptions(kindNames)}
        disabled={declared}
        help={declared && fixedByCode}
      />
      <RestrictionField />
      <SelectField<Values> name="risk" options={toOptions(riskNames)} />
      <NumberField<Values> name="sort" help={t('数字越小越靠前')} />
      <TextAreaField<Values> name="desc" maxLength={500} />
    </CrudForm>
  )
}
