import { type NoticeRow, noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ChannelsField } from './channels-field.tsx'
import { authorsReads } from './notice-reads.ts'
import { typeNames } from './notice-words.ts'
import { ReachNote } from './target-field.tsx'
import './notices.css'

const { issue, reach } = noticesContract
type Values = InputOf<typeof issue>['body']

/** Publishes a notice, now or later. Shows first how many people it reaches. */
export const IssueForm = ({ row, onSaved, onClosed }: RowDrawerProps<NoticeRow>) => {
  const { id, target, type, title, version } = row
  const write = useWrite(issue, { invalidates: authorsReads, onDone: () => onSaved(id) })
  const { data } = useRead(reach, { query: { scope: target.scope, ids: target.ids.join() } })
  return (
    <DrawerForm
      title={`发布${typeNames[type]}：${title}`}
      schema={issue.body}
      labels={{ startTime: '发布时间', endTime: '失效时间', channels: '通知方式' }}
      initial={{ startTime: null, endTime: null, channels: [], version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id }, body })}
      onClosed={onClosed}
    >
      <ReachNote target={target} />
      <DateTimeField<Values> name="startTime" placeholder="立即发布" />
      <DateTimeField<Values> name="endTime" placeholder="长期有效" help="失效后不再显示，回执保留" />
      {target.scope !== 'portal' && <ChannelsField reach={data} />}
    </DrawerForm>
  )
}
