import type { UserDetail } from '@atrium/contract/features/people/users/users.contract.ts'
import type { FieldEffect, Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import type { ReactNode } from 'react'
import { useRestrictions } from '../../../../kernel/access/use-restrictions.ts'
import { Facts } from '../../../../kernel/listing/facts.tsx'
import { maskedMail, maskedPhone } from '../../../../shared/texts/masked.ts'
import { MaskedText } from '../../../../ui/masked-text.tsx'
import { ObjectCard, ObjectCards } from '../../../../ui/object-page/object-page.tsx'
import { rich } from '../../../../ui/rich.ts'
import { t } from '../../../../ui/texts.ts'
import { Time } from '../../../../ui/time.tsx'
import { useCustomFacts } from '../../../system/custom-fields/public/use-custom-facts.ts'
import { DictTag } from '../../../system/dictionaries/public/dictionary-controls.tsx'
import { JoinedOrganizations } from '../joined-organizations.tsx'
import { lockText } from '../user-cells.tsx'

/** The value, or a note if it is hidden. */
const shownValue = (value: ReactNode, effect: FieldEffect | undefined): ReactNode =>
  effect === 'hide' ? <span className="user-kept-back">{t('没有查看权限')}</span> : value
const contact = (what: string, full: string, mask: (text: string) => string): ReactNode =>
  full && <MaskedText what={what} masked={mask(full)} full={full} />

const listFacts = (user: UserDetail, restrictions: Restrictions): Record<string, ReactNode> => ({
  锁定原因: user.lock && lockText(user.lock),
  手机号: shownValue(contact(t('手机号'), user.phone, maskedPhone), restrictions['users.phone']),
  邮箱: shownValue(contact(t('邮箱'), user.email, maskedMail), restrictions['users.email']),
  身份证号: shownValue(user.idCard, restrictions['users.idCard']),
  身份证归属地: user.idCardArea,
  性别: <DictTag group="sex" code={user.sex} />,
  登录方式: user.outside && t('使用其他公司的账号登录，密码、手机号和邮箱由其本人在所属公司管理'),
  密码: !user.outside && (
    <>
      {rich('{passwordTime} 修改', { passwordTime: <Time at={user.passwordTime} /> })}
      {user.mustChange && t('，下次登录须修改')}
    </>
  ),
  备注: shownValue(user.remark, restrictions['users.remark']),
  [t('创建', { context: 'past' })]: (
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

/** A user's personal data, and where they belong. */
export const UserOverview = ({ user, organizations }: { user: UserDetail; organizations: string | undefined }) => (
  <ObjectCards>
    <ObjectCard title={t('基本信息')}>
      <Facts facts={listFacts(user, useRestrictions())} added={useCustomFacts('user', user.custom)} />
    </ObjectCard>
    <ObjectCard title={t('组织与岗位')}>
      <JoinedOrganizations orgs={user.orgs} list={organizations} />
    </ObjectCard>
  </ObjectCards>
)
