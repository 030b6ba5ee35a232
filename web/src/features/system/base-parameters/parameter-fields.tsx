import type { BaseParameterWrite } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import {
  maskedSecret,
  type ParameterKind,
  problemWithValue,
} from '@atrium/contract/features/system/base-parameters/parameter-value.ts'
import { useEffect, useEffectEvent } from 'react'
import {
  JsonField,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  WordsField,
} from '../../../kernel/forms/fields.tsx'
import { useFieldValue, useSetField } from '../../../ui/form.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { NameTranslations } from '../translations/public/name-translations.tsx'
import { kindOptions } from './parameter-words.ts'

type Values = BaseParameterWrite

/** Initial value per kind. */
export const blankValues = {
  string: '',
  number: null,
  bool: false,
  enum: null,
  json: {},
  secret: null,
} as const satisfies Record<ParameterKind, Values['value']>

const SecretNote = () => {
  const isSet = useFieldValue('value') === maskedSecret
  return (
    <Note space="form">
      {isSet
        ? t('密钥值不显示。如需更换，请在列表中使用“更新密钥”。')
        : t('密钥值不在此填写。保存后，请在列表中使用“更新密钥”写入，写入后无法查看原文。')}
    </Note>
  )
}

const ValueField = ({ fixed }: { fixed: boolean }) => {
  const kind = useFieldValue('kind') as ParameterKind
  const options = (useFieldValue('options') ?? []) as string[]
  const value = useFieldValue('value')
  const set = useSetField()
  // A value that fitted the former kind or options may not fit the new ones.
  const fit = useEffectEvent((kind: ParameterKind, offered: string) => {
    if (kind && value !== undefined && problemWithValue(kind, value, JSON.parse(offered)))
      set('value', blankValues[kind])
  })
  const offered = JSON.stringify(options)
  useEffect(() => fit(kind, offered), [kind, offered])

  switch (kind) {
    case 'string':
      return <TextAreaField<Values> name="value" maxLength={4000} />
    case 'number':
      return <NumberField<Values> name="value" required />
    case 'bool':
      return <SwitchField<Values> name="value" />
    case 'enum':
      return (
        <>
          <WordsField<Values> name="options" required disabled={fixed} placeholder={t('输入一个值后按 Enter')} />
          <SelectField<Values>
            name="value"
            required
            options={options.map((option) => ({ value: option, label: option }))}
          />
        </>
      )
    case 'json':
      return <JsonField<Values> name="value" required />
    case 'secret':
      return <SecretNote />
    default:
      return null
  }
}

/** Fields of a parameter, for adding and editing. `fixed`: a built-in parameter; `name`: that of one that is edited. */
export const ParameterFields = ({ fixed, name }: { fixed: boolean; name?: string }) => (
  <>
    <TextField<Values>
      name="code"
      maxLength={64}
      placeholder={t('例如 mail.sender')}
      disabled={fixed}
      help={fixed && t('内置参数由系统读取，编码和类型不可修改')}
    />
    <TextField<Values> name="name" maxLength={100} help={<NameTranslations name={name} />} />
    <SelectField<Values> name="kind" options={kindOptions} disabled={fixed} />
    <ValueField fixed={fixed} />
    <TextAreaField<Values> name="desc" maxLength={500} />
    <JsonField<Values> name="tags" help={t('其他参数，一个 JSON 对象')} />
  </>
)
