import { translationsContract } from '@atrium/contract/features/system/translations/translations.contract.ts'
import { SwitchField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './text-words.ts'

type Values = { tag: string; offered: boolean; version: number }

/** Adds a language. Its texts are the source until they are translated. */
export const LanguageForm = ({ onSaved, onClosed }: { onSaved: (tag: string) => void; onClosed: () => void }) => (
  <WriteForm
    endpoint={translationsContract.setLanguage}
    title={t('新增语言')}
    act={t('新增语言')}
    labels={{ tag: t('语言标签'), offered: t('可选用') }}
    initial={{ tag: '', offered: false, version: 0 }}
    invalidates={affectedReads}
    onDone={({ tag }) => onSaved(tag)}
    onClosed={onClosed}
  >
    <TextField<Values> name="tag" maxLength={35} placeholder={t('例如 fr 或 pt-BR')} help={t('BCP 47 语言标签')} />
    <SwitchField<Values> name="offered" help={t('开放后用户可以选择该语言，未翻译的部分显示原文')} />
  </WriteForm>
)
