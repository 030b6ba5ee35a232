import {
  membershipsContract,
  type OwnMemberships,
} from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import type { ReactNode } from 'react'
import { switchSession } from '../../../kernel/api/session-switch.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useLeaveImpact } from './use-leave-impact.tsx'
import '../../../ui/profile-card.css'
import './own-companies.css'

const { own, accept, decline, enter, leave } = membershipsContract
type Company = OwnMemberships['companies'][number]
type Invitation = OwnMemberships['invitations'][number]

type CompanyLineProps = { company: Company; busy: boolean; onEnter: () => void; onLeave: () => void }
const CompanyLine = ({ company, busy, onEnter, onLeave }: CompanyLineProps) => (
  <li>
    <span className="own-companies-name">{company.name}</span>
    <span className="own-companies-answers">
      {company.principal ? (
        <Tag>{t('账号所属')}</Tag>
      ) : (
        <Button look="link" danger aria-label={t('退出{name}', { name: company.name })} onClick={onLeave}>
          {t('退出')}
        </Button>
      )}
      {company.current ? (
        <Tag tone="accent">{t('当前')}</Tag>
      ) : (
        <Button loading={busy} onClick={onEnter}>
          {t('切换到该公司')}
        </Button>
      )}
    </span>
  </li>
)

type InvitationLineProps = { invitation: Invitation; onAccept: () => void; onDecline: () => void }
const InvitationLine = ({ invitation, onAccept, onDecline }: InvitationLineProps) => (
  <li>
    <span className="own-companies-name">
      {t('{inviter} 邀请您加入“{company}”', { inviter: invitation.inviter, company: invitation.company })}
      {invitation.note && <q className="own-companies-note">{invitation.note}</q>}
      <span className="own-companies-note">
        {rich('请在 {expireTime} 前答复', { expireTime: <Time at={invitation.expireTime} /> })}
      </span>
    </span>
    <span className="own-companies-answers">
      <Button look="primary" onClick={onAccept}>
        {t('接受')}
      </Button>
      <Button onClick={onDecline}>{t('婉拒')}</Button>
    </span>
  </li>
)

/** The user's companies and open invitations. Takes what is shown if there is only one company. */
export const OwnCompanies = ({ empty = null }: { empty?: ReactNode }) => {
  const read = useRead(own, {})
  const { data } = read
  const [ask, dialog] = useConfirm()
  const accepting = useWrite(accept, { invalidates: [own] })
  const declining = useWrite(decline, { invalidates: [own] })
  const [card, confirms] = useLeaveImpact()
  const leaving = useWrite(leave, { confirms, invalidates: [own] })
  const entering = useWrite(enter, { silentSuccess: true })
  if (!data) return read.error ? <ReadState read={read}>{() => null}</ReadState> : null
  if (data.companies.length < 2 && data.invitations.length === 0) return empty

  const answer = ({ id, company }: Invitation, isAccepted: boolean) =>
    ask({
      title: isAccepted ? t('加入“{company}”？', { company }) : t('婉拒“{company}”的邀请？', { company }),
      body: isAccepted
        ? t(
            '该公司可见您的姓名和账号，并可为您分配角色；您的手机号、邮箱和密码不会提供给该公司。以后登录时，您可以选择进入的公司。',
          )
        : t('婉拒后，须由对方重新邀请才能加入。'),
      confirm: isAccepted ? t('加入') : t('婉拒'),
      danger: !isAccepted,
      run: () => (isAccepted ? accepting : declining).mutateAsync({ params: { id } }),
    })
  const change = ({ id, name }: Company) =>
    ask({
      title: t('切换到“{name}”？', { name }),
      body: t('所有已打开的页面将切换到该公司，未保存的内容会丢失。'),
      confirm: t('切换'),
      run: async () =>
        switchSession(await entering.mutateAsync({ params: { id } }), {
          kind: 'success',
          text: t('已切换到“{name}”', { name }),
        }),
    })

  return (
    <section className="profile-card own-companies" aria-labelledby="own-companies">
      <h2 id="own-companies">{t('我的公司')}</h2>
      {data.invitations.length > 0 && (
        <ul aria-label={t('待答复的邀请')}>
          {data.invitations.map((invitation) => (
            <InvitationLine
              key={invitation.id}
              invitation={invitation}
              onAccept={() => answer(invitation, true)}
              onDecline={() => answer(invitation, false)}
            />
          ))}
        </ul>
      )}
      <ul aria-label={t('我所在的公司')}>
        {data.companies.map((company) => (
          <CompanyLine
            key={company.id}
            company={company}
            busy={entering.isPending}
            onEnter={() => change(company)}
            onLeave={() => leaving.mutate({ params: { id: company.id } })}
          />
        ))}
      </ul>
      {dialog}
      {card}
    </section>
  )
}
