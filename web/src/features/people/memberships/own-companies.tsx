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
import { Tag } from '../../../ui/tag.tsx'
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
        <Tag>账号所属</Tag>
      ) : (
        <Button look="link" danger aria-label={`退出${company.name}`} onClick={onLeave}>
          退出
        </Button>
      )}
      {company.current ? (
        <Tag tone="accent">当前</Tag>
      ) : (
        <Button loading={busy} onClick={onEnter}>
          切换到该公司
        </Button>
      )}
    </span>
  </li>
)

type InvitationLineProps = { invitation: Invitation; onAccept: () => void; onDecline: () => void }
const InvitationLine = ({ invitation, onAccept, onDecline }: InvitationLineProps) => (
  <li>
    <span className="own-companies-name">
      {invitation.inviter} 邀请您加入“{invitation.company}”
      {invitation.note && <q className="own-companies-note">{invitation.note}</q>}
      <span className="own-companies-note">
        请在 <Time at={invitation.expireTime} /> 前答复
      </span>
    </span>
    <span className="own-companies-answers">
      <Button look="primary" onClick={onAccept}>
        接受
      </Button>
      <Button onClick={onDecline}>婉拒</Button>
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
      title: isAccepted ? `加入“${company}”？` : `婉拒“${company}”的邀请？`,
      body: isAccepted
        ? '该公司可见您的姓名和账号，并可为您分配角色；您的手机号、邮箱和密码不会提供给该公司。以后登录时，您可以选择进入的公司。'
        : '婉拒后，须由对方重新邀请才能加入。',
      confirm: isAccepted ? '加入' : '婉拒',
      danger: !isAccepted,
      run: () => (isAccepted ? accepting : declining).mutateAsync({ params: { id } }),
    })
  const change = ({ id, name }: Company) =>
    ask({
      title: `切换到“${name}”？`,
      body: '所有已打开的页面将切换到该公司，未保存的内容会丢失。',
      confirm: '切换',
      run: async () =>
        switchSession(await entering.mutateAsync({ params: { id } }), { kind: 'success', text: `已切换到“${name}”` }),
    })

  return (
    <section className="profile-card own-companies" aria-labelledby="own-companies">
      <h2 id="own-companies">我的公司</h2>
      {data.invitations.length > 0 && (
        <ul aria-label="待答复的邀请">
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
      <ul aria-label="我所在的公司">
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
