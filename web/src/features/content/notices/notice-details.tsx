import { type NoticeRow, noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { RichTextView } from '../../../ui/rich-text-view.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { NoticeTags } from './notice-tags.tsx'
import { scopeNames, stateNames, stateTones, typeNames } from './notice-words.ts'
import './notices.css'

const targetsText = ({ scope, ids }: NoticeRow['target'], names: readonly string[]): string =>
  ids.length === 0 ? scopeNames[scope] : `${scopeNames[scope]}：${names.join('、') || '均已删除'}`

/** A notice as its readers see it, and what its author decided. */
export const NoticeDetails = ({ row, onClosed }: RowDrawerProps<NoticeRow>) => {
  const [open, setOpen] = useState(true)
  const read = useRead(noticesContract.get, { params: { id: row.id } })
  const { status, type, endTime, revokeTime } = row
  return (
    <Drawer title={row.title} open={open} width={720} onClose={() => setOpen(false)} onClosed={onClosed}>
      <p className="notice-tags">
        <Tag tone={stateTones[status]}>{stateNames[status]}</Tag>
        <NoticeTags level={row.level} top={row.top} ack={row.ack} updated={row.updates > 0} />
      </p>
      <ReadState read={read}>
        {({ content, summary, target, targets }) => (
          <>
            <RichTextView html={content} />
            <Facts
              facts={{
                类型: typeNames[type],
                摘要: summary,
                发送对象: targetsText(
                  target,
                  targets.map(({ name }) => name),
                ),
                发布时间: row.publishTime && <Time at={row.publishTime} />,
                失效时间: endTime && <Time at={endTime} />,
                确认截止: row.ackTime && <Time at={row.ackTime} />,
                撤回时间: revokeTime && <Time at={revokeTime} />,
                撤回原因: row.revokeReason,
                作者: row.createBy.name,
                更新时间: <Time at={row.updateTime} />,
              }}
            />
          </>
        )}
      </ReadState>
    </Drawer>
  )
}
