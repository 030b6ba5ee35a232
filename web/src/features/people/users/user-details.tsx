import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { type UserDetail, type UserRow, usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type { FieldEffect, Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { type ReactNode, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRestrictions } from '../../../kernel/access/use-restrictions.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { RowTimeline, useCanSeeTimelines } from '../../../kernel/timeline/timeline-action.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { Time } from '../../../ui/time.tsx'
import { DictTag } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { EffectiveGrants } from './effective-grants.tsx'
import { JoinedOrganizations } from './joined-organizations.tsx'
import { PersonAvatar } from './public/person-avatar.tsx'
import { RoleAssignments } from './role-assignments.tsx'
import { lockText, secondSteps, UserState } from './user-cells.tsx'
import { UserSessions } from './user-sessions.tsx'

const { get, sessions } = usersContract
const { roles } = userRolesContract
type Tab = 'basic' | 'organizations' | 'roles' | 'grants' | 'sessions' | 'timeline'

/** The value, or a note if it is hidden. */
const shownText = (text: string, effect: FieldEffect | undefined) =>
  effect === 'hide' ? <span className="user-kept-back">没有查看权限</span> : text

const listFacts = (user: UserDetail, restrictions: Restrictions, hasRolesTab: boolean): Record<string, ReactNode> => ({
  账号: user.account,
  姓名: (
    <span className="user-name">
      <PersonAvatar {...user} />
      {user.name}
    </span>
  ),
  状态: <UserState {...user} lock={null} />,
  锁定原因: user.lock && lockText(user.lock),
  角色: !hasRolesTab && user.roles.map(({ name }) => name).join('、'),
  手机号: shownText(user.phone, restrictions['users.phone']),
  邮箱: shownText(user.email, restrictions['users.email']),
  身份证号: shownText(user.idCard, restrictions['users.idCard']),
  身份证归属地: user.idCardArea,
  性别: <DictTag group="sex" code={user.sex} />,
  二次验证: !user.outside && (secondSteps(user.mfa).join('、') || '未开启'),
  登录方式: user.outside && '使用其他公司的账号登录，密码、手机号和邮箱由其本人在所属公司管理',
  密码: !user.outside && (
    <>
      <Time at={user.passwordTime} /> 修改{user.mustChange && '，下次登录须修改'}
    </>
  ),
  最近登录: user.lastLogin && (
    <>
      <Time at={user.lastLogin.time} /> {[user.lastLogin.ip, user.lastLogin.area].filter(Boolean).join(' · ')}
    </>
  ),
  到期时间: user.expireTime ? <Time at={user.expireTime} /> : '长期有效',
  备注: shownText(user.remark, restrictions['users.remark']),
  创建: (
    <>
      <Time at={user.createTime} /> {user.createBy.name}
    </>
  ),
  最后修改: (
    <>
      <Time at={user.updateTime} /> {user.updateBy.name}
    </>
  ),
})

/** Details of a user: profile, organisations, roles, rights, sessions and timeline. */
export const UserDetails = ({ row, onClosed }: RowDrawerProps<UserRow>) => {
  const [open, setOpen] = useState(true)
  const [tab, setTab] = useState<Tab>('basic')
  const maySeeRoles = useCan(roles)
  const restrictions = useRestrictions()
  const maySeeSessions = useCan(sessions)
  const maySeeTimeline = useCanSeeTimelines()
  const read = useRead(get, { params: { id: row.id } })
  const tabs = [
    { key: 'basic' as const, text: '基本信息' },
    { key: 'organizations' as const, text: '组织与岗位' },
    ...(maySeeRoles ? [{ key: 'roles' as const, text: '角色' }] : []),
    { key: 'grants' as const, text: '有效权限' },
    ...(maySeeSessions ? [{ key: 'sessions' as const, text: '会话' }] : []),
    ...(maySeeTimeline ? [{ key: 'timeline' as const, text: '变更记录' }] : []),
  ]
  return (
    <Drawer
      title={`用户详情：${userName(row)}`}
      width={600}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <PlainTabs label="用户详情" tabs={tabs} active={tab} onSelect={setTab}>
        {tab === 'basic' && (
          <ReadState read={read}>{(user) => <Facts facts={listFacts(user, restrictions, maySeeRoles)} />}</ReadState>
        )}
        {tab === 'organizations' && (
          <ReadState read={read}>{({ orgs }) => <JoinedOrganizations orgs={orgs} />}</ReadState>
        )}
        {tab === 'roles' && <RoleAssignments user={row} />}
        {tab === 'grants' && <EffectiveGrants user={row} />}
        {tab === 'sessions' && <UserSessions user={row} />}
        {tab === 'timeline' && <RowTimeline entity="user" id={row.id} />}
      </PlainTabs>
    </Drawer>
  )
}
