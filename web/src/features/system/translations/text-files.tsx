import {
  maxTextsFileBytes,
  type TextsImpact,
  translationsContract,
} from '@atrium/contract/features/system/translations/translations.contract.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { useRef, useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'
import { affectedReads } from './text-words.ts'

const { exportTexts, importTexts } = translationsContract

const toHeadline = ({ counts }: TextsImpact) =>
  t('新增 {added} 条，变更 {changed} 条，相同 {same} 条，未知 {unknown} 条，有误 {faulty} 条', counts)
const toLines = ({ counts, changes, problems }: TextsImpact): string[] => {
  const rest = counts.added + counts.changed - changes.length
  return [
    ...problems.map(({ line, source, msg }) => labelledText(t('第 {line} 行“{source}”不导入', { line, source }), msg)),
    ...changes.map(({ source, before, after }) => labelledText(source, before === '' ? after : `${before} → ${after}`)),
    ...(rest > 0 ? [t('另有 {rest} 项', { rest })] : []),
  ]
}

/** Takes a file of translations, after showing what it changes. */
const ImportFile = ({ language }: { language: string }) => {
  const picker = useRef<HTMLInputElement>(null)
  const [card, confirms, isRead] = useImpactLines<TextsImpact>({
    title: () => t('导入文案'),
    headline: toHeadline,
    confirm: t('导入'),
    lines: toLines,
  })
  const write = useWrite(importTexts, { confirms, invalidates: affectedReads })
  const take = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxTextsFileBytes) toast.error(t('文件不能超过 8 MB'))
    else write.mutate({ params: { language }, file })
  }
  return (
    <Can endpoint={importTexts}>
      <Button loading={write.isPending && !isRead} onClick={() => picker.current?.click()}>
        {t('导入 PO')}
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".po"
        hidden
        aria-label={t('选择 PO 文件')}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0])
          // Choosing the same file again must fire a change event.
          currentTarget.value = ''
        }}
      />
      {card}
    </Can>
  )
}

type ExportProps = { language: string; missing: boolean }
/** Saves the texts of a language for translators: all of them, or what the list shows as missing. */
const ExportFile = ({ language, missing }: ExportProps) => {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const file = await call(exportTexts, { body: { language, missing } }).catch(() => undefined)
    setBusy(false)
    if (file) saveFile(`${language}.po`, file)
  }
  return (
    <Can endpoint={exportTexts}>
      <Button loading={isBusy} onClick={save}>
        {missing ? t('导出未翻译的 PO') : t('导出 PO')}
      </Button>
    </Can>
  )
}

/** Files of translations. */
export const TextFiles = (props: ExportProps) => (
  <>
    <ExportFile {...props} />
    <ImportFile language={props.language} />
  </>
)
