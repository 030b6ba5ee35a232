import type { PortalUserRow } from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { placeText } from '../../../ui/origin-text.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { DictTag } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { RecognitionTag } from '../enterprises/public/recognition-state.tsx'
import { kindNames, lockText, PortalUserState } from './portal-user-words.tsx'

/** All data of a portal user. */
export const PortalUserDetails = ({ row, onClosed }: RowDrawerProps<PortalUserRow>) => (
  <RowDetails
    title={t('门户用户：{row}', { row: userName(row) })}
    facts={{
      状态: <PortalUserState status={row.status} lock={null} />,
      锁定原因: row.lock && lockText(row.lock),
      账号: row.account,
      姓名: row.name,
      性别: <DictTag group="sex" code={row.sex} />,
      手机号: row.phone,
      邮箱: row.email,
      类型: kindNames[row.kind],
      公司: row.kind === 'ent' && row.company.name,
      公司认证: row.recognition && <RecognitionTag state={row.recognition} />,
      身份: row.kind === 'ent' && (row.admin ? t('公司管理员') : t('成员', { context: 'singular' })),
      登录方式: row.outside && t('使用其他公司的账号登录'),
      最近登录: row.lastLogin && (
        <>
          <Time at={row.lastLogin.time} /> {placeText(row.lastLogin)}
        </>
      ),
      注册时间: <Time at={row.createTime} />,
    }}
    onClosed={onClosed}
  />
)
