import {
  type NoticeRevision,
  type NoticeRow,
  noticesContract,
} from '@atrium/contract/features/content/notices/notices.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { NoticeTexts } from './notice-texts.tsx'
import './notices.css'

type Props = { revision: NoticeRevision; language: string }
const Revision = ({ revision: { revision, title, summary, content, translations, time, by }, language }: Props) => {
  const [open, setOpen] = useState(false)
  return (
    <details className="notice-revision" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{t('第 {revision} 版：{title}', { revision, title })}</strong>
        <span>{t('{name} 于 {time} 替换', { name: by.name, time: formatMoment(time) })}</span>
      </summary>
      {open && (
        <>
          {summary && <p className="notice-note">{summary}</p>}
          <NoticeTexts notice={{ title, summary, content, translations, language }} />
        </>
      )}
    </details>
  )
}

/** Former texts of a notice, newest first. */
export const RevisionsDrawer = ({ row, onClosed }: RowDrawerProps<NoticeRow>) => {
  const [open, setOpen] = useState(true)
  const read = useRead(noticesContract.revisions, { params: { id: row.id } })
  return (
    <Drawer
      title={t('修订记录：{title}', { title: row.title })}
      open={open}
      width={720}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <ReadState read={read}>
        {(revisions) =>
          revisions.map((each) => <Revision key={each.revision} revision={each} language={row.language} />)
        }
      </ReadState>
    </Drawer>
  )
}
