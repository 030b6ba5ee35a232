import {
  type DictionaryUses,
  dictionariesContract,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { dictionariesErrors } from '@atrium/contract/features/system/dictionaries/dictionaries.errors.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callConfirmed, NotConfirmed } from '../../../kernel/api/call-confirmed.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ImpactDialog, ImpactLines } from '../../../ui/impact-dialog.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { affectedReads } from './affected-reads.ts'

const { remove, removeGroup } = dictionariesContract
type Question = { items: number; answer: (yes: boolean) => void }

const findUses = (error: unknown): DictionaryUses | undefined =>
  error instanceof CallError && error.code === dictionariesErrors.inUse.code
    ? (error.data as { uses: DictionaryUses }).uses
    : undefined

type RemovalProps = {
  endpoint: typeof remove | typeof removeGroup
  id: string
  /** What is removed: 字典项“…”. */
  name: string
  onRemoved?: () => void
  onClosed: () => void
}

/** Deletes an item or a group after a confirmation; shows where it is used if rows hold its codes. */
export const Removal = ({ endpoint, id, name, onRemoved, onClosed }: RemovalProps) => {
  const [question, setQuestion] = useState<Question>()
  const [busy, setBusy] = useState(false)
  const [uses, setUses] = useState<DictionaryUses>()
  const begin = useEffectEvent(async () => {
    try {
      await callConfirmed(
        endpoint,
        { params: { id } },
        ({ items }) => new Promise((answer) => setQuestion({ items, answer })),
        { toasts: false },
      )
      toast.success(t('操作成功'))
      onRemoved?.()
      onClosed()
    } catch (error) {
      const found = findUses(error)
      setQuestion(undefined)
      setUses(found)
      if (found) return
      if (!(error instanceof NotConfirmed)) showFailure(error)
      onClosed()
    } finally {
      await Promise.all(affectedReads.map(invalidate))
    }
  })
  const started = useRef(false)
  useEffect(() => {
    // Effects rerun when a kept page is shown again; begin once.
    if (started.current) return
    started.current = true
    void begin()
  }, [])
  if (uses)
    return (
      <Dialog
        title={t('{name}使用中，不能删除', { name })}
        onClose={onClosed}
        footer={<Button onClick={onClosed}>{t('知道了')}</Button>}
      >
        <ImpactLines lines={uses.map((use) => t('{name}：{count} 条', { name: use.name, count: use.count }))} />
        <p>{t('如不再使用，可将其停用：不可再选，已有数据仍显示其名称。')}</p>
      </Dialog>
    )
  if (!question) return null
  return (
    <ImpactDialog
      title={t('删除{name}？', { name })}
      confirm={t('删除')}
      danger
      busy={busy}
      onAnswer={(yes) => {
        setBusy(yes)
        question.answer(yes)
      }}
    >
      <p>
        {endpoint.name === removeGroup.name &&
          question.items > 0 &&
          t('其中的 {items} 个字典项将一并删除。', { items: question.items })}
        {t('删除后不可再选。')}
      </p>
    </ImpactDialog>
  )
}
