import {
  type BaseParameterRow,
  baseParametersContract,
} from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { useMemo } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { PasswordField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedBy } from './affected-reads.ts'
import { parameterName } from './parameter-words.ts'

const { writeSecret } = baseParametersContract
type Values = InputOf<typeof writeSecret>['body']

/** The stored value reads as asterisks, which must not enter the field when the newer version is taken over. */
const withoutStoredValue = (error: Error | null) => {
  const current = error instanceof CallError && (error.data as { current?: object } | null)?.current
  return current ? new CallError({ ...(error as CallError), data: { current: { ...current, value: '' } } }) : error
}

const show = {
  value: (value: string) => (value === '' ? t('（已保存的密钥，不显示）') : t('（您填写的密钥，不显示）')),
}

/** Replaces the value of a secret parameter, which can never be read. */
export const SecretForm = ({ row, onSaved, onClosed }: RowDrawerProps<BaseParameterRow>) => {
  const write = useWrite(writeSecret, { invalidates: affectedBy(row), onDone: () => onSaved(row.id) })
  const error = useMemo(() => withoutStoredValue(write.error), [write.error])
  return (
    <DrawerForm
      title={t('更新密钥')}
      act={t('更新密钥')}
      schema={writeSecret.body}
      labels={{ value: t('新的密钥值') }}
      formatters={show}
      initial={{ value: '', version: row.version }}
      busy={write.isPending}
      error={error}
      onSubmit={(body) => write.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <Note space="form">{t('更新“{row}”。原值将被替换，写入后不再显示。', { row: parameterName(row) })}</Note>
      <PasswordField<Values> name="value" maxLength={4000} />
    </DrawerForm>
  )
}
