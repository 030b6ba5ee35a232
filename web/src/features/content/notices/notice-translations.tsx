import { type NoticeUpdate, noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { useFormRules } from '../../../kernel/forms/form-context.ts'
import { pictureUpload } from '../../../kernel/forms/upload-picture.ts'
import { FormField, useAllValues } from '../../../ui/form.tsx'
import { languageName } from '../../../ui/language-name.ts'
import { languages } from '../../../ui/languages.ts'
import { LineInput } from '../../../ui/line-input.tsx'
import { RichTextEditor } from '../../../ui/rich-text-editor.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { pageLanguage, t } from '../../../ui/texts.ts'
import { noticeLabels } from './notice-words.ts'

export type Translations = NonNullable<NoticeUpdate['translations']>
type Part = 'title' | 'summary' | 'content'
const uploadPicture = pictureUpload(noticesContract.image)

const isFilled = (text: Translations[string] | undefined) => Boolean(text?.title || text?.summary || text?.content)
const stateOf = (text: Translations[string] | undefined) => {
  if (!isFilled(text)) return t('未翻译')
  return text?.title && text.content ? t('已翻译') : t('未完成', { context: 'translation' })
}

/** Languages of a notice that is written: its own first, then those of the product, and what the notice has beside them. */
export const useNoticeLanguages = () => {
  const { language, translations } = useAllValues()
  const own = String(language ?? pageLanguage)
  const said = (translations ?? {}) as Translations
  const others = new Set([...languages.map(({ tag }) => tag), ...Object.keys(said)])
  others.delete(own)
  return [
    { language: own, state: t('原文') },
    ...[...others].map((tag) => ({ language: tag, state: stateOf(said[tag]) })),
  ]
}

/** Languages that a notice may be written in: those it is not translated into. */
export const useOwnLanguageOptions = () =>
  useNoticeLanguages()
    .filter(({ state }, at) => at === 0 || state === t('未翻译'))
    .map(({ language }) => ({ value: language, label: languageName(language) }))

/** What a notice says in another language than its own. */
export const TranslationFields = ({ language }: { language: string }) => {
  const { validate, noteUpload } = useFormRules()
  const field = (part: Part) => ({
    name: ['translations', language, part],
    label: t('{label}（{language}）', { label: noticeLabels[part], language: languageName(language) }),
    required: part !== 'summary',
    problem: () => validate('translations', language, part),
  })
  return (
    <>
      <FormField {...field('title')}>
        <LineInput count={{ max: 100 }} />
      </FormField>
      <FormField {...field('summary')}>
        <TextArea count={{ max: 200 }} placeholder={t('在列表和通知中显示（选填）')} />
      </FormField>
      <FormField {...field('content')}>
        <RichTextEditor
          aria-label={field('content').label}
          placeholder={t('请输入正文')}
          upload={uploadPicture}
          onUploading={noteUpload}
        />
      </FormField>
    </>
  )
}

/** Translations in the comparison of two versions. */
export const translationsText = (translations: Translations | undefined): string =>
  Object.entries(translations ?? {})
    .map(([tag, { title }]) => t('{language}：{title}', { language: languageName(tag), title }))
    .join('\n')
