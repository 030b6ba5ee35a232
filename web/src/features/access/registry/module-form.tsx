import {
  type ModuleRow,
  modulesContract,
  type moduleWrite,
} from '@atrium/contract/features/access/registry/modules.contract.ts'
import type * as z from 'zod/mini'
import { NumberField, SelectField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { t } from '../../../ui/texts.ts'
import { NameTranslations } from '../../system/translations/public/name-translations.tsx'
import { affectedReads } from './affected-reads.ts'
import { appNames, fixedByCode, moduleLabels, toOptions } from './registry-words.ts'

type Values = z.input<typeof moduleWrite>
/** Adds a module, or edits one. */
export const ModuleForm = ({ row, ...rest }: ListFormProps<ModuleRow>) => {
  const declared = row?.origin === 'code'
  return (
    <CrudForm
      contract={modulesContract}
      noun={t('模块')}
      name={row?.code}
      labels={moduleLabels}
      initial={{ code: '', name: '', app: 'console', sort: 1000, desc: '' }}
      formatters={{ app: (app) => appNames[app] }}
      invalidates={affectedReads}
      row={row}
      {...rest}
    >
      {!row && (
        <TextField<Values>
          name="code"
          maxLength={64}
          placeholder={t('例如 erpOrders')}
          help={t('权限点编码以此开头，保存后不能修改')}
        />
      )}
      <TextField<Values> name="name" maxLength={50} help={<NameTranslations name={row?.name} />} />
      <SelectField<Values>
        name="app"
        options={toOptions(appNames)}
        disabled={declared}
        help={declared && fixedByCode}
      />
      <NumberField<Values> name="sort" help={t('数字越小越靠前')} />
      <TextAreaField<Values> name="desc" maxLength={500} />
    </CrudForm>
  )
}
