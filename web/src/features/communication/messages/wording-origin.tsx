import type { MessageTemplateRow } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { useAllValues, useSetField } from '../../../ui/form.tsx'
import { t } from '../../../ui/texts.ts'
import { fieldOf, type Origin, originOf, productWording, wordingFor } from './template-wordings.ts'

const notes: Record<Origin, string> = {
  own: t('使用下方文案'),
  product: t('未改写，使用产品译文，随升级更新'),
  source: t('无译文，使用中文内容'),
}

/** Says where the wording of a language comes from, and takes it as a beginning or back to the product's. */
export const WordingOrigin = ({ row, language }: { row: MessageTemplateRow; language: string }) => {
  const values = { ...row, ...useAllValues() }
  const set = useSetField()
  const origin = originOf(row, language, values)
  const isSource = language === sourceLanguage
  const put = ({ title, content }: { title: string; content: string }) => {
    if (row.channel === 'mail') set(fieldOf('title', language), title)
    set(fieldOf('content', language), content)
  }
  const product = productWording(row, language)
  const reset = isSource ? product : { title: '', content: '' }
  return (
    <p className="wording-origin">
      <span>{isSource && origin === 'product' ? t('产品默认文案') : notes[origin]}</span>
      {origin === 'own'
        ? reset && (
            <Button look="link" onClick={() => put(reset)}>
              {t('恢复默认')}
            </Button>
          )
        : !isSource && (
            <Button look="link" onClick={() => put(wordingFor(row, language, values))}>
              {t('以此为底稿改写')}
            </Button>
          )}
    </p>
  )
}
