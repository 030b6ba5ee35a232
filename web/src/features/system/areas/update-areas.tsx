import {
  type AreaChanges,
  areaChangeKinds,
  areasContract,
  maxAreasFileBytes,
} from '@atrium/contract/features/system/areas/areas.contract.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { useRef } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'

const { list, ended, path, update } = areasContract
const kindNames: Record<(typeof areaChangeKinds)[number], string> = {
  added: t('新增', { context: 'past' }),
  ended: t('撤销', { context: 'abolished' }),
  renamed: t('更名'),
  changed: t('其他变更'),
}

const toLine = ({ kind, code, name, before }: AreaChanges['first'][number]) =>
  labelledText(kindNames[kind], `${code} ${kind === 'renamed' ? `${before} → ${name}` : name}`)
const toLines = ({ counts, first }: AreaChanges): string[] => {
  const rest = areaChangeKinds.reduce((sum, kind) => sum + counts[kind], 0) - first.length
  return [...first.map(toLine), ...(rest > 0 ? [t('另有 {rest} 项', { rest })] : [])]
}
const toHeadline = ({ counts }: AreaChanges) =>
  t('新增 {added} 个，撤销 {ended} 个，更名 {renamed} 个，其他变更 {changed} 个', counts)

/** Updates the areas by a signed file, after showing what changes. */
export const UpdateAreas = () => {
  const picker = useRef<HTMLInputElement>(null)
  const [card, confirms, isRead] = useImpactLines<AreaChanges>({
    title: () => t('更新行政区划'),
    headline: toHeadline,
    confirm: t('确认更新'),
    lines: toLines,
  })
  const write = useWrite(update, { confirms, invalidates: [list, ended, path] })
  const take = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxAreasFileBytes) toast.error(t('文件不能超过 8 MB'))
    else write.mutate({ file })
  }
  return (
    <Can endpoint={update}>
      <Button loading={write.isPending && !isRead} onClick={() => picker.current?.click()}>
        {t('更新区划')}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('选择区划文件')}
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
