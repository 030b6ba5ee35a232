import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { runBatch } from './batch.ts'
import { peopleText } from './user-words.ts'

const { list, bin } = usersContract
const { restore } = userStatusContract
const consequence = t('恢复后可继续登录，原有角色不变。')

/** Deleted users, which can be restored for thirty days. */
export const RecycleBin = () => (
  <ListPage
    contract={{ list: bin }}
    texts={{
      noun: t('已删除用户'),
      purpose: t('已删除的用户保留三十天，期间可恢复。'),
      searchHint: t('账号、姓名'),
      rowName: userName,
    }}
    columns={[
      { field: 'name', title: t('姓名') },
      { field: 'account', title: t('账号') },
      { field: 'phone', title: t('手机号'), width: 128 },
      { field: 'deleteBy', title: t('删除人'), width: 140, show: ({ name }) => name },
      { field: 'deleteTime', title: t('删除时间'), width: 176, show: (at) => <Time at={at} /> },
      { field: 'purgeTime', title: t('彻底删除时间'), width: 176, show: (at) => <Time at={at} /> },
    ]}
    actions={{
      row: [
        {
          label: t('恢复'),
          endpoint: restore,
          confirm: (row) => ({
            title: t('恢复{peopleText}？', { peopleText: peopleText([row]) }),
            body: consequence,
            run: async () => {
              await call(restore, { params: { id: row.id } })
              await invalidate(list)
            },
          }),
        },
      ],
      batch: [
        {
          label: t('批量恢复'),
          endpoint: restore,
          confirm: (rows) => ({
            title: t('恢复{rows}？', { rows: peopleText(rows) }),
            body: consequence,
            run: () => runBatch('restore', rows),
          }),
        },
      ],
    }}
  />
)
